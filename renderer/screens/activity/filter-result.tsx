import { useEffect, useRef, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { messages } from '../../messages/index.ts';

const RESULT_PAUSE_MS = 600;

/** Announces the number of receipts that match a new filter, after the user stops typing. */
export function FilterResult({ filter, count }: { filter: ReceiptFilter; count: number | undefined }) {
  const key = JSON.stringify(filter);
  const lastKey = useRef(key);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (key === lastKey.current || count === undefined) return;
    const timer = setTimeout(() => {
      lastKey.current = key;
      setSaid(messages.activity.count(count));
    }, RESULT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, count]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
