import { useId, useState } from 'react';
import type { BridgeStatus } from '../../../shared/bridge.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.agents;

/** A path from the root, as Unix and Windows write it. The host has no folder to which another path could belong. */
const WHOLE_PATH = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

/** Asks for a further folder with an agent's settings. `onNamed` shows the change that connecting it makes. */
export function FolderDialog(props: { agent: BridgeStatus; onNamed(home: string): void; onClose(): void }) {
  const { agent, onNamed, onClose } = props;
  const [folder, setFolder] = useState('');
  const field = useId();
  const named = folder.trim();
  return (
    <FormDialog
      title={words.folderTitle(agent.name)}
      description={words.folderText}
      submit={words.showChange}
      ready={WHOLE_PATH.test(named)}
      onSubmit={() => onNamed(named)}
      onClose={onClose}
    >
      <Field label={words.wholePath} control={field}>
        <input
          id={field}
          data-first-focus
          className="input"
          type="text"
          spellCheck={false}
          maxLength={4096}
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
