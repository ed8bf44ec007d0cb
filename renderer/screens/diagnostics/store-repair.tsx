import { useState } from 'react';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Setting } from '../../components/setting.tsx';
import { Callout } from '../../components/states.tsx';
import { useDryRun } from '../../components/use-dry-run.ts';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { RecordProgress } from './record-progress.tsx';

const words = messages.storeWork;

/** Looks for damage in the receipt store, and repairs it after a confirmation. */
export function StoreRepairSetting() {
  const [asked, setAsked] = useState(false);
  const [[answer, ...notes], setDone] = useState<string[]>([]);
  return (
    <>
      <Setting label={words.repairLabel} note={words.repairNote}>
        <Button onClick={() => setAsked(true)}>{words.repair}</Button>
      </Setting>
      {answer !== undefined && (
        <Callout tone="note">
          <strong>{answer}</strong>
          {notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </Callout>
      )}
      {asked && <RepairDialog onDone={setDone} onClose={() => setAsked(false)} />}
    </>
  );
}

interface RepairDialogProps {
  onDone(sentences: string[]): void;
  onClose(): void;
}

/** Says first what a repair would do, does it after one confirmation, and shows its progress. */
function RepairDialog({ onDone, onClose }: RepairDialogProps) {
  const connection = useConnection();
  const { found, problem, busy, act } = useDryRun((dryRun) => connection.call('record.repair', { dryRun }));
  const confirm = async () => {
    const result = await act();
    if (result === undefined) return;
    const sentences = messages.repairSentences(result, true);
    announce(sentences[0]!);
    onDone(sentences);
    onClose();
  };
  const isReading = found === undefined && problem === undefined;
  return (
    <ConfirmDialog
      title={words.repairTitle}
      confirm={words.repairConfirm}
      look="main"
      busy={busy}
      disabled={found === undefined || found.parts.length === 0}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {isReading ? words.reading : found !== undefined && messages.repairSentences(found, false).join(' ')}
      {(isReading || busy) && <RecordProgress label={words.repairTitle} />}
    </ConfirmDialog>
  );
}
