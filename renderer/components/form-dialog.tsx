import { type ReactNode, useId } from 'react';
import { messages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description: ReactNode;
  /** Label of the button that submits. */
  submit: string;
  /** Whether the fields can be submitted as they are. */
  ready: boolean;
  busy?: boolean;
  /** True when an accidental click beside the dialog must lose nothing. */
  holdOnOutsideClick?: boolean;
  onSubmit(): void;
  onClose(): void;
  /** The fields. One of them has `data-first-focus`. */
  children: ReactNode;
}

/** A small dialog with the fields of one form, a button that submits it and one that leaves it. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, ready, busy = false, holdOnOutsideClick = false } = props;
  const { onSubmit, onClose, children } = props;
  const form = useId();
  const canSubmit = ready && !busy;
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={description}
      holdOnOutsideClick={holdOnOutsideClick}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button look="main" type="submit" form={form} disabled={!canSubmit}>
            {busy && <span className="spinner" />}
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
