import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { useModalFocus } from './modal-focus.ts';

interface ConfirmDialogProps {
  title: string;
  /** The complete description of the consequences. */
  children: ReactNode;
  confirm: string;
  look: 'main' | 'destructive';
  busy: boolean;
  disabled?: boolean;
  problem: string | undefined;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks for confirmation of an irreversible action. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, look, busy, disabled = false, problem, onConfirm, onCancel } = props;
  const giveFocusBack = useModalFocus(true);
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <div className="scrim" />
        <AlertDialog.Content
          aria-modal="true"
          className="dialog"
          data-size="small"
          onCloseAutoFocus={giveFocusBack}
        >
          <div className="dialog__head">
            <AlertDialog.Title asChild>
              <h2 dir="auto">{title}</h2>
            </AlertDialog.Title>
          </div>
          <div className="dialog__body">
            <AlertDialog.Description asChild>
              <div className="group__note">{children}</div>
            </AlertDialog.Description>
            {problem !== undefined && (
              <p className="field__problem" role="alert">
                {problem}
              </p>
            )}
          </div>
          <div className="dialog__foot">
            <AlertDialog.Cancel asChild>
              <Button>{messages.common.cancel}</Button>
            </AlertDialog.Cancel>
            <Button look={look} disabled={busy || disabled} onClick={onConfirm}>
              {busy && <span className="spinner" />}
              {confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
