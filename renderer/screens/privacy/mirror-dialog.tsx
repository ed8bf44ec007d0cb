import { useId, useState } from 'react';
import type { MirrorSettings } from '../../../shared/mirror.ts';
import { announce } from '../../components/announcer.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { AgeSelect, SizeSelect } from './limit-select.tsx';

const words = messages.mirror;

/** Chooses the folder of the mirror and its own retention. */
export function MirrorDialog(props: { settings: MirrorSettings | null; onClose(): void }) {
  const { settings, onClose } = props;
  const connection = useConnection();
  const [folder, setFolder] = useState(settings?.folder ?? '');
  const [maxAgeDays, setMaxAgeDays] = useState(settings?.maxAgeDays ?? null);
  const [maxBytes, setMaxBytes] = useState(settings?.maxBytes ?? null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ids = { folder: useId(), note: useId(), age: useId(), bytes: useId() };

  const turnOn = async () => {
    setBusy(true);
    const answer = await connection.call('mirror.on', { folder: folder.trim(), maxAgeDays, maxBytes });
    setBusy(false);
    if (!answer.ok) {
      setProblem(messages.failure(answer.error));
      return;
    }
    announce(words.onNow);
    onClose();
  };

  return (
    <FormDialog
      title={words.dialogTitle}
      description={words.dialogNote}
      submit={words.submit}
      ready={folder.trim() !== ''}
      busy={busy}
      holdOnOutsideClick
      onSubmit={() => void turnOn()}
      onClose={onClose}
    >
      <Field label={words.folder} control={ids.folder}>
        <input
          id={ids.folder}
          className="input"
          data-first-focus
          aria-describedby={ids.note}
          value={folder}
          maxLength={4096}
          placeholder={words.folderExample}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setFolder(event.target.value)}
        />
        <p className="group__note" id={ids.note}>
          {words.folderNote}
        </p>
      </Field>
      <Field label={words.maxAge} control={ids.age}>
        <AgeSelect id={ids.age} value={maxAgeDays} onChange={setMaxAgeDays} />
      </Field>
      <Field label={words.maxBytes} control={ids.bytes}>
        <SizeSelect id={ids.bytes} value={maxBytes} onChange={setMaxBytes} />
      </Field>
      {problem !== undefined && (
        <p className="field__problem" role="alert">
          {problem}
        </p>
      )}
    </FormDialog>
  );
}
