import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { messages } from '../../messages/index.ts';
import { GenerateButton, GenerateForm } from './generate-form.tsx';
import { TokenPanel, type TokenPanelState } from './token-panel.tsx';
import { type Issued, useShownSecret } from './use-shown-secret.ts';

/** Generates a token: shows the form, then the token once. */
export function GenerateDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const { issued, show, leave, panel } = useShownSecret();

  const close = () => leave(onClose);
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
          <DoneButton asking={panel.asking} onClick={close} />
        )
      }
    >
      {issued === undefined ? (
        <GenerateForm formId={formId} onBusy={setBusy} onIssued={show} />
      ) : (
        <TokenPanel {...issued} {...panel} />
      )}
    </Dialog>
  );
}

function DoneButton({ asking, onClick }: { asking: boolean; onClick(): void }) {
  return (
    <Button look={asking ? 'plain' : 'main'} onClick={onClick}>
      {asking ? messages.token.leave : messages.token.done}
    </Button>
  );
}

/** Shows a generated token. `onClose` runs when the user leaves it. */
export function TokenDialog(props: { issued: Issued; panel: TokenPanelState; onClose(): void }) {
  const { issued, panel, onClose } = props;
  return (
    <Dialog
      open
      title={messages.token.title(issued.integration.name)}
      holdOnOutsideClick
      onClose={onClose}
      foot={<DoneButton asking={panel.asking} onClick={onClose} />}
    >
      <TokenPanel {...issued} {...panel} />
    </Dialog>
  );
}
