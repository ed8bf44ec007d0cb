import { useEffect, useRef, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';

const RESULT_PAUSE_MS = 600;

/** Announces the number of receipts that match a new filter, after the user stops typing. */
export function FilterResult({ filter, counted }: { filter: ReceiptFilter; counted: string | undefined }) {
  const key = JSON.stringify(filter);
  const lastKey = useRef(key);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (key === lastKey.current || counted === undefined) return;
    const timer = setTimeout(() => {
      lastKey.current = key;
      setSaid(counted);
    }, RESULT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, counted]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
