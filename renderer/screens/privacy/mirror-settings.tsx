import { useState } from 'react';
import type { MirrorStatus } from '../../../shared/mirror.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { RestoreDialog } from '../../components/restore-dialog.tsx';
import { Group, Setting } from '../../components/setting.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { MirrorDialog } from './mirror-dialog.tsx';

const words = messages.mirror;

/** States in which the record can be restored from the mirror. */
const RESTORABLE = ['current', 'other_record'];

/** The mirror: its state, its folder and retention, and restoration from it. */
export function MirrorSettings() {
  const status = useQuery('mirror.status', {}, ['mirror', 'settings', 'receipts']);
  const [asked, setAsked] = useState<'on' | 'off' | 'restore'>();
  const close = () => {
    setAsked(undefined);
    status.reload();
  };
  if (status.value === undefined) return null;
  return (
    <Group title={words.title} note={words.note}>
      <div className="card">
        <State status={status.value} onAsk={setAsked} />
      </div>
      {asked === 'on' && <MirrorDialog settings={status.value.settings} onClose={close} />}
      {asked === 'off' && <OffDialog onClose={close} />}
      {asked === 'restore' && <RestoreDialog onClose={close} />}
    </Group>
  );
}

function State(props: { status: MirrorStatus; onAsk(action: 'on' | 'off' | 'restore'): void }) {
  const { status, onAsk } = props;
  if (status.settings === null) {
    return (
      <Setting label={words.off}>
        <Button onClick={() => onAsk('on')}>{words.turnOn}</Button>
      </Setting>
    );
  }
  const { state, notes } = messages.mirrorState(status);
  return (
    <>
      <Setting
        label={<span role="status">{state}</span>}
        note={notes.length === 0 ? undefined : notes.join(' ')}
      >
        {RESTORABLE.includes(status.state) ? (
          <Button onClick={() => onAsk('restore')}>{messages.restore.open}</Button>
        ) : (
          <span />
        )}
      </Setting>
      <Setting label={words.folder} note={<code className="path">{status.settings.folder}</code>}>
        <span className="with-button">
          <Button onClick={() => onAsk('on')}>{words.change}</Button>
          <Button onClick={() => onAsk('off')}>{words.turnOff}</Button>
        </span>
      </Setting>
    </>
  );
}

function OffDialog({ onClose }: { onClose(): void }) {
  const connection = useConnection();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const turnOff = async () => {
    setBusy(true);
    const answer = await connection.call('mirror.off', { deletes: false });
    setBusy(false);
    if (!answer.ok) {
      setProblem(messages.failure(answer.error));
      return;
    }
    announce(words.offNow);
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.offTitle}
      confirm={words.offConfirm}
      look="main"
      busy={busy}
      problem={problem}
      onConfirm={() => void turnOff()}
      onCancel={onClose}
    >
      {words.offNote}
    </ConfirmDialog>
  );
}
