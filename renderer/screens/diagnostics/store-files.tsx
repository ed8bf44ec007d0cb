import { useState } from 'react';
import type { ControlResult, Diagnostics } from '../../../shared/control.ts';
import { Button } from '../../components/button.tsx';
import { Setting } from '../../components/setting.tsx';
import { Callout } from '../../components/states.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { StoreWorkDialog } from './store-work.tsx';

const words = messages.storeWork;

/** The files that were set aside, each store with a button that merges it. */
export function FilesSetAside({ setAside, storesSetAside }: Diagnostics) {
  const connection = useConnection();
  const [asked, setAsked] = useState<string>();
  const [done, setDone] = useState<string[]>([]);
  return (
    <>
      {setAside.length > 0 && (
        <Callout tone="attention">
          <strong>{words.setAside}</strong>
          <span>{words.setAsideNote}</span>
          {setAside.map((name) => (
            <span className="set-aside" key={name}>
              <code>{name}</code>
              {storesSetAside.includes(name) && (
                <Button aria-label={words.mergeOf(name)} onClick={() => setAsked(name)}>
                  {words.merge}
                </Button>
              )}
            </span>
          ))}
        </Callout>
      )}
      <Done sentences={done} />
      {asked !== undefined && (
        <StoreWorkDialog<ControlResult<'record.merge'>>
          work={{
            title: words.mergeTitle,
            confirm: words.mergeConfirm,
            run: (dryRun) => connection.call('record.merge', { setAside: asked, dryRun }),
            hasWork: ({ added }) => added > 0,
            sentences: messages.mergeSentences,
          }}
          onDone={setDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** Looks for damage in the receipt store, and repairs it after a confirmation. */
export function StoreRepairSetting() {
  const connection = useConnection();
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<string[]>([]);
  return (
    <>
      <Setting label={words.repairLabel} note={words.repairNote}>
        <Button onClick={() => setAsked(true)}>{words.repair}</Button>
      </Setting>
      <Done sentences={done} />
      {asked && (
        <StoreWorkDialog<ControlResult<'record.repair'>>
          work={{
            title: words.repairTitle,
            confirm: words.repairConfirm,
            run: (dryRun) => connection.call('record.repair', { dryRun }),
            hasWork: ({ parts }) => parts.length > 0,
            sentences: messages.repairSentences,
          }}
          onDone={setDone}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function Done({ sentences: [answer, ...notes] }: { sentences: readonly string[] }) {
  if (answer === undefined) return null;
  return (
    <Callout tone="note">
      <strong>{answer}</strong>
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </Callout>
  );
}
