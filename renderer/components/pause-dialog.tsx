import { useId, useState } from 'react';
import { minutesUntilTomorrow, PAUSE_MINUTES, type PauseScope } from '../../shared/pause.ts';
import { useQuery } from '../control/control-context.tsx';
import { messages } from '../messages/index.ts';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { usePartNames, useRecordingSwitch } from './pauses.ts';
import { Select } from './select.tsx';

const words = messages.pausePart;
const { lengths } = messages.recording;
type Length = keyof typeof lengths;

const minutesOf = (length: Length): number | null => {
  if (length === 'resumed') return null;
  return length === 'tomorrow' ? minutesUntilTomorrow(new Date()) : length;
};

/** Pauses one agent, program or project. `scope` is the part that is chosen first. */
export function PauseDialog({ scope, onClose }: { scope?: PauseScope; onClose(): void }) {
  const recording = useRecordingSwitch();
  const nameOf = usePartNames();
  const integrations = useQuery('integrations.list', {}, ['integrations']);
  const projects = useQuery('projects.list', {}, ['receipts']);
  const agents: PauseScope[] = (integrations.value?.integrations ?? []).map(({ id }) => ({
    integrationId: id,
  }));
  const folders: PauseScope[] = (projects.value?.projects ?? []).map(({ path }) => ({ project: path }));
  const [chosen, setChosen] = useState(scope === undefined ? undefined : JSON.stringify(scope));
  const [length, setLength] = useState<Length>(30);
  const ids = { part: useId(), length: useId() };
  const first = agents[0] ?? folders[0];
  const part = chosen ?? (first === undefined ? '' : JSON.stringify(first));

  const pause = async () => {
    const failure = await recording.pause(minutesOf(length), JSON.parse(part) as PauseScope);
    if (failure === undefined) onClose();
  };
  const options = (scopes: readonly PauseScope[], label: string) =>
    scopes.length > 0 && (
      <optgroup label={label}>
        {scopes.map((each) => (
          <option key={JSON.stringify(each)} value={JSON.stringify(each)}>
            {nameOf(each)}
          </option>
        ))}
      </optgroup>
    );

  return (
    <FormDialog
      title={words.title}
      description={words.note}
      submit={words.pause}
      ready={part !== ''}
      onSubmit={() => void pause()}
      onClose={onClose}
    >
      {part === '' && <p>{words.none}</p>}
      <Field label={words.part} control={ids.part}>
        <Select
          id={ids.part}
          data-first-focus
          value={part}
          onChange={(event) => setChosen(event.target.value)}
        >
          {options(agents, words.agents)}
          {options(folders, words.projects)}
        </Select>
        {part.startsWith('{"project"') && <p className="secondary">{words.projectNote}</p>}
      </Field>
      <Field label={words.length} control={ids.length}>
        <Select
          id={ids.length}
          value={String(length)}
          onChange={({ target }) => setLength(lengthOf(target.value))}
        >
          {LENGTHS.map((each) => (
            <option key={each} value={each}>
              {lengths[each]}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}

const LENGTHS: readonly Length[] = [...PAUSE_MINUTES, 'tomorrow', 'resumed'];
const lengthOf = (text: string): Length => LENGTHS.find((each) => String(each) === text) ?? 30;
