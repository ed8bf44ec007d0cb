import { useCallback, useEffect, useRef, useState } from 'react';
import type { ControlResult, DeletionScope } from '../../shared/control.ts';
import { useConnection, useControlEvents } from '../control/control-context.tsx';
import { formatBytes } from '../format/quantity.ts';
import { messages } from '../messages/index.ts';
import { announce } from './announcer.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const RECOUNT_PAUSE_MS = 500;

interface DeleteDialogProps {
  scope: DeletionScope;
  question: string;
  onClose(): void;
  onDeleted?(): void;
}

/** Counts the receipts first (a dry run), shows the count, and then deletes after confirmation. */
export function DeleteDialog({ scope, question, onClose, onDeleted }: DeleteDialogProps) {
  const connection = useConnection();
  const [count, setCount] = useState<ControlResult<'receipts.delete'> | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const scopeKey = JSON.stringify(scope);

  const newest = useRef(0);
  const look = useCallback(async () => {
    newest.current += 1;
    const asked = newest.current;
    const answer = await connection.call('receipts.delete', {
      scope: JSON.parse(scopeKey) as DeletionScope,
      dryRun: true,
    });
    if (asked !== newest.current) return;
    if (answer.ok) setCount(answer.result);
    setProblem(answer.ok ? undefined : messages.failure(answer.error));
  }, [connection, scopeKey]);
  useEffect(() => {
    void look();
    return () => {
      newest.current += 1;
    };
  }, [look]);
  // The number on the button must match the receipts that exist now.
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useControlEvents(['receipts'], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (!deleting.current) void look();
    }, RECOUNT_PAUSE_MS);
  });

  const deleting = useRef(false);
  const remove = async () => {
    deleting.current = true;
    setBusy(true);
    const answer = await connection.call('receipts.delete', { scope });
    setBusy(false);
    if (!answer.ok) {
      deleting.current = false;
      setProblem(messages.failure(answer.error));
      return;
    }
    announce(messages.deletion.done(answer.result.receipts));
    onClose();
    onDeleted?.();
  };

  return (
    <ConfirmDialog
      title={messages.deletion.title}
      confirm={
        count === undefined ? messages.deletion.notCounted(problem) : messages.deletion.submit(count.receipts)
      }
      look="destructive"
      busy={busy}
      disabled={count === undefined || count.receipts === 0}
      problem={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {question}{' '}
      {count === undefined ? (
        problem === undefined && messages.deletion.counting
      ) : count.receipts === 0 ? (
        messages.deletion.nothing
      ) : (
        <>
          <strong className="numeric">
            {messages.deletion.counted(count.receipts, formatBytes(count.bytes))}
          </strong>{' '}
          {messages.deletion.irreversible}
        </>
      )}
    </ConfirmDialog>
  );
}
