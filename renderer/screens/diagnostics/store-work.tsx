import type { ControlEnvelope } from '../../../shared/control.ts';
import { announce } from '../../components/announcer.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useDryRun } from '../../components/use-dry-run.ts';
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
  const { found, problem, busy, act } = useDryRun(work.run);
  const confirm = async () => {
    const result = await act();
    if (result === undefined) return;
    const sentences = work.sentences(result, true);
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
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {isReading ? words.reading : found !== undefined && work.sentences(found, false).join(' ')}
      {(isReading || busy) && <RecordProgress label={work.title} />}
    </ConfirmDialog>
  );
}
