import { exactTime, relativeTime, useNow } from '../format/time.ts';
import { messages } from '../messages/index.ts';

/** A relative time with the exact instant on hover; `null` is shown as "Never". */
export function RelativeTime({ instant }: { instant: string | null }) {
  const now = useNow();
  if (instant === null) return <span>{messages.common.never}</span>;
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {relativeTime(instant, now)}
    </time>
  );
}
