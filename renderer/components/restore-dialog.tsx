import { useEffect, useState } from 'react';
import type { ControlResult } from '../../shared/control.ts';
import { useConnection } from '../control/control-context.tsx';
import { messages } from '../messages/index.ts';
import { announce } from './announcer.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const words = messages.restore;

/** Checks the mirror first, says what it contains, and restores the record from it after confirmation. */
export function RestoreDialog({ onClose }: { onClose(): void }) {
  const connection = useConnection();
  const [found, setFound] = useState<ControlResult<'record.restore'>>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let current = true;
    void connection.call('record.restore', { source: null, dryRun: true }).then((answer) => {
      if (!current) return;
      if (answer.ok) setFound(answer.result);
      else setProblem(messages.failure(answer.error));
    });
    return () => {
      current = false;
    };
  }, [connection]);
  const restore = async () => {
    setBusy(true);
    const answer = await connection.call('record.restore', { source: null, dryRun: false });
    setBusy(false);
    if (!answer.ok) {
      setProblem(messages.failure(answer.error));
      return;
    }
    announce(words.done(answer.result.receipts));
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.title}
      confirm={words.submit(found?.receipts ?? 0)}
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
