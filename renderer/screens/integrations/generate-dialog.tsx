import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { messages } from '../../messages/index.ts';
import { GenerateButton, GenerateForm } from './generate-form.tsx';
import { TokenPanel } from './token-panel.tsx';
import { type Issued, useShownSecret } from './use-shown-secret.ts';

/** Generates a token: shows the form, then the token once. */
export function GenerateDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const { issued, show, forget } = useShownSecret();

  const close = () => {
    forget();
    onClose();
  };
  // Both steps share one dialog, so that the focus returns to the button that opened it.
  return (
    <Dialog
      open={open}
      title={issued === undefined ? messages.generate.title : messages.token.title(issued.integration.name)}
      holdOnOutsideClick={issued !== undefined}
      onClose={close}
      foot={
        issued === undefined ? (
          <>
            <Button onClick={close}>{messages.common.cancel}</Button>
            <GenerateButton formId={formId} busy={busy} />
          </>
        ) : (
          <DoneButton onClick={close} />
        )
      }
    >
      {issued === undefined ? (
        <GenerateForm formId={formId} onBusy={setBusy} onIssued={show} />
      ) : (
        <TokenPanel {...issued} />
      )}
    </Dialog>
  );
}

function DoneButton({ onClick }: { onClick(): void }) {
  return (
    <Button look="main" onClick={onClick}>
      {messages.token.done}
    </Button>
  );
}

/** Shows a generated token. The caller clears the token when the dialog closes. */
export function TokenDialog({ issued, onClose }: { issued: Issued; onClose(): void }) {
  return (
    <Dialog
      open
      title={messages.token.title(issued.integration.name)}
      holdOnOutsideClick
      onClose={onClose}
      foot={<DoneButton onClick={onClose} />}
    >
      <TokenPanel {...issued} />
    </Dialog>
  );
}
