import { useEffect, useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Group, Setting } from '../../components/setting.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { formatBytes } from '../../format/quantity.ts';
import { messages } from '../../messages/index.ts';
import { AgeSelect, SizeSelect } from './limit-select.tsx';

const words = messages.privacy;
type Retention = Settings['retention'];

export function RetentionSettings(props: { retention: Retention; onChange(retention: Retention): void }) {
  const { retention, onChange } = props;
  const connection = useConnection();
  const due = useQuery('retention.run', { dryRun: true }, ['receipts', 'settings']);
  const held = useQuery('retention.status', {}, ['receipts', 'settings']).value?.held ?? null;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const count = due.value?.receipts ?? 0;

  useEffect(() => {
    if (!asking) setProblem(undefined);
  }, [asking]);

  const run = async () => {
    setBusy(true);
    const answer = await connection.call('retention.run', { dryRun: false });
    setBusy(false);
    if (!answer.ok) {
      setProblem(messages.failure(answer.error));
      return;
    }
    announce(messages.deletion.done(answer.result.receipts));
    setAsking(false);
    due.reload();
  };

  const dueText =
    due.value === undefined || count === 0 ? words.noneDue : words.due(count, formatBytes(due.value.bytes));
  return (
    <Group title={words.retention}>
      <div className="card">
        <Setting label={words.maxAge} note={words.maxAgeNote}>
          <AgeSelect
            aria-label={words.maxAge}
            value={retention.maxAgeDays}
            onChange={(maxAgeDays) => onChange({ ...retention, maxAgeDays })}
          />
        </Setting>
        <Setting label={words.maxBytes} note={words.maxBytesNote}>
          <SizeSelect
            aria-label={words.maxBytes}
            value={retention.maxBytes}
            onChange={(maxBytes) => onChange({ ...retention, maxBytes })}
          />
        </Setting>
        <Setting
          label={<span className="setting__plain numeric">{dueText}</span>}
          note={held === null ? undefined : words.held(held.receipts, held.of)}
        >
          {count > 0 ? <Button onClick={() => setAsking(true)}>{words.runNow}</Button> : <span />}
        </Setting>
      </div>
      {asking && (
        <ConfirmDialog
          title={messages.deletion.title}
          confirm={messages.deletion.submit(count)}
          look="destructive"
          busy={busy}
          disabled={count === 0}
          problem={problem}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          {dueText} {messages.deletion.irreversible}
        </ConfirmDialog>
      )}
    </Group>
  );
}
