import { useEffect, useState } from 'react';
import type { ControlEnvelope } from '../../shared/control.ts';
import { messages } from '../messages/index.ts';

interface DryRun<R> {
  /** What the work would do. Undefined while the dry run is under way, and if it failed. */
  found: R | undefined;
  problem: string | undefined;
  busy: boolean;
  /** Does the work. Resolves to undefined if it failed; `problem` then says why. */
  act(): Promise<R | undefined>;
}

/** Finds out first what a piece of work would do, and does it on request. It keeps the work of the first rendering. */
export function useDryRun<R>(work: (dryRun: boolean) => Promise<ControlEnvelope<R>>): DryRun<R> {
  const [found, setFound] = useState<R>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [run] = useState(() => work);
  useEffect(() => {
    let current = true;
    void run(true).then((answer) => {
      if (!current) return;
      if (answer.ok) setFound(answer.result);
      else setProblem(messages.failure(answer.error));
    });
    return () => {
      current = false;
    };
  }, [run]);
  const act = async () => {
    setBusy(true);
    setProblem(undefined);
    const answer = await run(false);
    setBusy(false);
    if (answer.ok) return answer.result;
    setProblem(messages.failure(answer.error));
    return undefined;
  };
  return { found, problem, busy, act };
}
