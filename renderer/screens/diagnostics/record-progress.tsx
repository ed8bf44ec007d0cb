import { useEffect, useState } from 'react';
import { useConnection } from '../../control/control-context.tsx';

const PROGRESS_INTERVAL_MS = 500;

/** Shows how much of the running check is done. */
export function RecordProgress({ label }: { label: string }) {
  const connection = useConnection();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await connection.call('record.progress', {});
      if (answer.ok) setProgress(answer.result.progress);
    }, PROGRESS_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [connection]);
  return (
    <progress
      className="record-progress"
      aria-label={label}
      {...(progress === null ? {} : { value: progress.done, max: Math.max(1, progress.of) })}
    />
  );
}
