import { useState } from 'react';
import type { Integration } from '../../../shared/integration.ts';
import { announce } from '../../components/announcer.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { ShownSecret } from './shown-secret.tsx';

interface Props {
  integration: Integration;
  onClose(): void;
}

export function RevokeDialog({ integration, onClose }: Props) {
  const connection = useConnection();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const revoke = async () => {
    setBusy(true);
    const answer = await connection.call('integrations.revoke', { id: integration.id });
    setBusy(false);
    // Another client has already done this, so the action is complete.
    if (answer.ok || answer.error.code === 'already_revoked') {
      announce(messages.revoke.done(integration.name));
      onClose();
    } else {
      setProblem(messages.failure(answer.error));
    }
  };
  return (
    <ConfirmDialog
      title={messages.revoke.title(integration.name)}
      confirm={messages.revoke.submit}
      look="destructive"
      busy={busy}
      problem={problem}
      onConfirm={() => void revoke()}
      onCancel={onClose}
    >
      {messages.revoke.text}
    </ConfirmDialog>
  );
}

export function RotateDialog(
  props: Props & { onIssued(integration: Integration, secret: ShownSecret): void },
) {
  const { integration, onClose, onIssued } = props;
  const connection = useConnection();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const rotate = async () => {
    setBusy(true);
    const answer = await connection.call('integrations.rotate', { id: integration.id });
    setBusy(false);
    if (answer.ok) onIssued(answer.result.integration, new ShownSecret(answer.result.token));
    else setProblem(messages.failure(answer.error));
  };
  return (
    <ConfirmDialog
      title={messages.rotate.title(integration.name)}
      confirm={messages.rotate.submit}
      look="main"
      busy={busy}
      problem={problem}
      onConfirm={() => void rotate()}
      onCancel={onClose}
    >
      {messages.rotate.text}
    </ConfirmDialog>
  );
}
