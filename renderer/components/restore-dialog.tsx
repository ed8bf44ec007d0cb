import { useConnection } from '../control/control-context.tsx';
import { messages } from '../messages/index.ts';
import { announce } from './announcer.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useDryRun } from './use-dry-run.ts';

const words = messages.restore;

/** Checks the mirror first, says what it contains, and restores the record from it after confirmation. */
export function RestoreDialog({ onClose }: { onClose(): void }) {
  const connection = useConnection();
  const { found, problem, busy, act } = useDryRun((dryRun) =>
    connection.call('record.restore', { source: null, dryRun }),
  );
  const restore = async () => {
    const restored = await act();
    if (restored === undefined) return;
    announce(words.done(restored.receipts));
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.title}
      confirm={found === undefined ? messages.deletion.notCounted(problem) : words.submit(found.receipts)}
      look="main"
      busy={busy}
      disabled={found === undefined}
      problem={problem}
      onConfirm={() => void restore()}
      onCancel={onClose}
    >
      {found === undefined ? (
        problem === undefined && words.checking
      ) : (
        <>
          <strong>{words.found(found.receipts, found.oldestAt, found.newestAt)}</strong>{' '}
          {messages.restoreCheck(found.check)} {words.note}
        </>
      )}
    </ConfirmDialog>
  );
}
