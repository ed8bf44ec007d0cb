import { type FormEvent, useId, useState } from 'react';
import type { BridgeStatus } from '../../../shared/bridge.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.agents;

/** A path from the root, as Unix and Windows write it. The host has no folder to which another path could belong. */
const WHOLE_PATH = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

/** Asks for a further folder with an agent's settings. `onNamed` shows the change that connecting it makes. */
export function FolderDialog(props: { agent: BridgeStatus; onNamed(home: string): void; onClose(): void }) {
  const { agent, onNamed, onClose } = props;
  const [folder, setFolder] = useState('');
  const ids = { form: useId(), field: useId() };
  const named = folder.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (WHOLE_PATH.test(named)) onNamed(named);
  };
  return (
    <Dialog
      open
      size="small"
      title={words.folderTitle(agent.name)}
      description={words.folderText}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button look="main" type="submit" form={ids.form} disabled={!WHOLE_PATH.test(named)}>
            {words.showChange}
          </Button>
        </>
      }
    >
      <form id={ids.form} className="form" onSubmit={submit}>
        <div className="field">
          <label className="field__label" htmlFor={ids.field}>
            {words.wholePath}
          </label>
          <input
            id={ids.field}
            data-first-focus
            className="input"
            type="text"
            spellCheck={false}
            maxLength={4096}
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
          />
        </div>
      </form>
    </Dialog>
  );
}
