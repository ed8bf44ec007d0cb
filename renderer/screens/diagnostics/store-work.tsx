import { useEffect, useState } from 'react';
import type { ControlEnvelope } from '../../../shared/control.ts';
import { announce } from '../../components/announcer.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { messages } from '../../messages/index.ts';
import { RecordProgress } from './record-progress.tsx';

const words = messages.storeWork;

/** Work on a store that a dry run explains before it is done. */
interface StoreWork<R> {
  title: string;
  confirm: string;
  run(dryRun: boolean): Promise<ControlEnvelope<R>>;
  /** False if there is nothing to do. */
  hasWork(found: R): boolean;
  sentences(result: R, isDone: boolean): string[];
}

interface StoreWorkDialogProps<R> {
  work: StoreWork<R>;
  onDone(sentences: string[]): void;
  onClose(): void;
}

/** Says first what the work would do, does it after one confirmation, and shows its progress. */
export function StoreWorkDialog<R>({ work, onDone, onClose }: StoreWorkDialogProps<R>) {
  const [found, setFound] = useState<R>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // The work of the first rendering: the dialog is about one store.
  const [{ run }] = useState(work);
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
    if (!answer.ok) {
      setProblem(messages.failure(answer.error));
      return;
    }
    const sentences = work.sentences(answer.result, true);
    announce(sentences[0]!);
    onDone(sentences);
    onClose();
  };
  const isReading = found === undefined && problem === undefined;
  return (
    <ConfirmDialog
      title={work.title}
      confirm={work.confirm}
      look="main"
      busy={busy}
      disabled={found === undefined || !work.hasWork(found)}
      problem={problem}
      onConfirm={() => void act()}
      onCancel={onClose}
    >
      {isReading ? words.reading : found !== undefined && work.sentences(found, false).join(' ')}
      {(isReading || busy) && <RecordProgress label={work.title} />}
    </ConfirmDialog>
  );
}
