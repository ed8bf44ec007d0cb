import { useState } from 'react';
import type { RecordCheck } from '../../../shared/record-check.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Group, SwitchSetting } from '../../components/setting.tsx';
import { Callout } from '../../components/states.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';
import { RecordProgress } from './record-progress.tsx';

const words = messages.recordCheck;
/** A longer list helps nobody in a window. The command line lists a thousand. */
const FAULTS_SHOWN = 50;

/** Checks the record and shows the answer, and gives the newest checkpoint to keep elsewhere. */
export function RecordCheckGroup() {
  const connection = useConnection();
  const { settings, change } = useSettings();
  const checkpoint = useQuery('record.checkpoint', {}, ['receipts']).value?.checkpoint ?? null;
  const [checking, setChecking] = useState(false);
  const [check, setCheck] = useState<RecordCheck>();
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    setChecking(true);
    setFailure(undefined);
    const answer = await connection.call('record.check', {});
    setChecking(false);
    if (answer.ok) {
      setCheck(answer.result.check);
      announce(messages.checkWords(answer.result.check).answer);
    } else {
      setFailure(messages.failure(answer.error));
      announce(messages.failure(answer.error));
    }
  };
  return (
    <Group title={words.title} note={words.note}>
      <div className="card">
        <div className="card__body record-check">
          <div className="with-button">
            <Button disabled={checking} onClick={() => void run()}>
              {checking && <span className="spinner" />}
              {words.check}
            </Button>
            {checkpoint !== null && <CopyButton label={words.copyCheckpoint} text={() => checkpoint.note} />}
          </div>
          {checking && <RecordProgress label={words.checking} />}
          {failure !== undefined && (
            <Callout tone="failure">
              <span>{failure}</span>
            </Callout>
          )}
          {!checking && check !== undefined && <Answer check={check} />}
        </div>
        {settings !== undefined && (
          <SwitchSetting
            label={words.systemLog}
            note={words.systemLogNote}
            checked={settings.checkpointsInSystemLog}
            onChange={(checkpointsInSystemLog) => void change({ checkpointsInSystemLog })}
          />
        )}
      </div>
    </Group>
  );
}

function Answer({ check }: { check: RecordCheck }) {
  const { ok, answer, notes } = messages.checkWords(check);
  const shown = check.faults.slice(0, FAULTS_SHOWN);
  return (
    <>
      <Callout tone={ok ? 'note' : 'failure'}>
        <strong>{answer}</strong>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </Callout>
      {shown.length > 0 && (
        <ul className="record-check__faults">
          {shown.map((fault) => (
            <li key={`${fault.kind} ${fault.from} ${fault.to} ${fault.receiptId}`}>
              {messages.faultWords(fault)}
            </li>
          ))}
        </ul>
      )}
      {check.faultCount > shown.length && (
        <p className="secondary">{words.more(check.faultCount - shown.length)}</p>
      )}
    </>
  );
}
