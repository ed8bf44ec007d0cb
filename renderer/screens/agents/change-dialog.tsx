import { useState } from 'react';
import {
  type BridgeAction,
  type BridgeChange,
  type BridgeStatus,
  isTelemetryHarness,
} from '../../../shared/bridge.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Callout, Loading } from '../../components/states.tsx';
import { useConnection, useControlEvents, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { FirstEvent } from '../integrations/first-event.tsx';
import { ChangeDiff } from './change-diff.tsx';

const words = messages.agents;

interface ChangeDialogProps {
  agent: BridgeStatus;
  action: BridgeAction;
  onClose(): void;
  onDone?(status: BridgeStatus): void;
  /** Opens a receipt if a link is not enough to show it. */
  onOpenReceipt?: ((receiptId: string) => void) | undefined;
}

/** Shows the exact change to an agent's configuration, makes it after confirmation, and then waits for the first event. */
export function ChangeDialog({ agent, action, onClose, onDone, onOpenReceipt }: ChangeDialogProps) {
  const connection = useConnection();
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [connected, setConnected] = useState<BridgeStatus | undefined>(undefined);
  const { harness, home, name } = agent;
  const preview = useQuery('bridges.preview', { harness, home, action }, ['bridges']);
  // A refused file has no change to show. If the host does not answer, nothing is known about the file.
  const change = preview.failure?.code === 'refused' ? undefined : preview.value?.change;
  const problem = refusal ?? (preview.failure && messages.failure(preview.failure));
  // A refusal may no longer apply after a change, or after a lost connection is restored.
  useControlEvents(['bridges'], () => setRefusal(undefined));

  const make = async () => {
    if (change === undefined) return;
    setBusy(true);
    setRefusal(undefined);
    const answer = await connection.call(`bridges.${action}`, {
      harness,
      home,
      fingerprint: change.fingerprint,
    });
    if (!answer.ok) {
      setRefusal(messages.failure(answer.error));
      // The file may have changed since the preview. The next confirmation must apply to the current file.
      await preview.reload();
      setBusy(false);
      return;
    }
    setBusy(false);
    const { status } = answer.result;
    onDone?.(status);
    if (action === 'connect') {
      setConnected(status);
    } else {
      announce(words.done[action](name));
      onClose();
    }
  };

  if (connected !== undefined) {
    return <ConnectedDialog agent={connected} onClose={onClose} onOpenReceipt={onOpenReceipt} />;
  }
  return (
    <Dialog
      open
      title={words.titles[action](name)}
      description={
        action === 'connect' && isTelemetryHarness(harness)
          ? words.telemetryText(name)
          : words.texts[action](name)
      }
      onClose={onClose}
      foot={
        <>
          <Button data-first-focus onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button
            look={action === 'disconnect' ? 'destructive' : 'main'}
            disabled={busy || change === undefined}
            onClick={() => void make()}
          >
            {busy && <span className="spinner" />}
            {words.submit[action]}
          </Button>
        </>
      }
    >
      {change === undefined && problem === undefined && <Loading text={words.preview} />}
      {change !== undefined && <Change change={change} />}
      {problem !== undefined && (
        <Callout
          tone="failure"
          live="alert"
          action={
            <Button
              onClick={() => {
                setRefusal(undefined);
                void preview.reload();
              }}
            >
              {messages.common.retry}
            </Button>
          }
        >
          {problem}
        </Callout>
      )}
    </Dialog>
  );
}

/** Shows a change exactly. */
export function Change({ change }: { change: BridgeChange }) {
  return (
    <>
      {change.notes.map((note) => (
        <Callout key={note}>{messages.bridgeNotes[note]}</Callout>
      ))}
      <div className="change">
        <p>{words.change[change.kind]}</p>
        <p>
          <code className="change__path">{change.path}</code>
        </p>
        {change.diff !== '' && <ChangeDiff diff={change.diff} action={change.action} />}
        {change.kind === 'modify' && change.action !== 'disconnect' && (
          <p className="secondary">{words.undoing}</p>
        )}
      </div>
    </>
  );
}

function ConnectedDialog(props: {
  agent: BridgeStatus;
  onClose(): void;
  onOpenReceipt: ((receiptId: string) => void) | undefined;
}) {
  const { agent, onClose, onOpenReceipt } = props;
  const status = useQuery('host.status', {}, ['recording']);
  return (
    <Dialog
      open
      title={words.done.connect(agent.name)}
      onClose={onClose}
      foot={
        <Button look="main" data-first-focus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {agent.state === 'waiting_for_review' || agent.state === 'disabled_by_harness' ? (
        <Callout tone="attention">{messages.bridgeRemedies[agent.state](agent.name)}</Callout>
      ) : (
        <p className="group__note">{words.use(agent.name)}</p>
      )}
      {/* The receipts of telemetry belong to the integration of the hooks. */}
      {agent.integrationId !== null && agent.connectedAt !== null && !isTelemetryHarness(agent.harness) && (
        <FirstEvent
          integrationId={agent.integrationId}
          since={agent.connectedAt}
          status={status.value}
          onOpen={onOpenReceipt}
        />
      )}
    </Dialog>
  );
}
