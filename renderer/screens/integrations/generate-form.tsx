import { type FormEvent, useId, useState } from 'react';
import type { Integration } from '../../../shared/integration.ts';
import { PERMISSIONS, type Permission } from '../../../shared/permission.ts';
import { Button, type ButtonLook } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { nameProblem } from './name-problem.ts';
import { ShownSecret } from './shown-secret.tsx';

interface GenerateFormProps {
  formId: string;
  onBusy?(busy: boolean): void;
  onIssued(integration: Integration, secret: ShownSecret): void;
}

/** Name and permissions of a new integration; its submit button may be outside the form, linked by `formId`. */
export function GenerateForm({ formId, onBusy, onIssued }: GenerateFormProps) {
  const connection = useConnection();
  const existing = useQuery('integrations.list', {}, ['integrations']);
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<readonly Permission[]>(PERMISSIONS);
  const [touched, setTouched] = useState(false);
  const [refused, setRefused] = useState<{ name: string; text: string } | undefined>(undefined);
  const nameId = useId();
  const noteId = useId();
  const permissionsProblemId = useId();

  const problem = nameProblem(name, existing.value?.integrations ?? []);
  const problemText =
    problem === undefined
      ? refused?.name === name
        ? refused.text
        : undefined
      : problem === 'taken'
        ? messages.generate.nameTaken
        : messages.generate.nameFaults[problem];
  // An empty field shows no error before the user has typed in it.
  const shownProblem = touched || name !== '' ? problemText : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (problem !== undefined) {
      document.getElementById(nameId)?.focus();
      return;
    }
    if (permissions.length === 0) return;
    onBusy?.(true);
    const answer = await connection.call('integrations.generate', { name, permissions: [...permissions] });
    onBusy?.(false);
    if (answer.ok) {
      onIssued(answer.result.integration, new ShownSecret(answer.result.token));
    } else {
      const taken = answer.error.code === 'name_taken';
      setRefused({ name, text: taken ? messages.generate.nameTaken : messages.failure(answer.error) });
    }
  };

  const toggle = (permission: Permission, on: boolean) =>
    setPermissions(PERMISSIONS.filter((each) => (each === permission ? on : permissions.includes(each))));

  return (
    <form id={formId} className="form" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={messages.generate.name} control={nameId}>
        <input
          id={nameId}
          data-first-focus
          className="input"
          value={name}
          placeholder={messages.generate.namePlaceholder}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={shownProblem !== undefined}
          aria-describedby={noteId}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => name !== '' && setTouched(true)}
        />
        <div id={noteId} aria-live="polite">
          {shownProblem === undefined ? (
            <p className="secondary">{messages.generate.nameNote}</p>
          ) : (
            <p className="field__problem">{shownProblem}</p>
          )}
        </div>
      </Field>
      <details className="advanced">
        <summary>{messages.generate.advanced}</summary>
        <div className="advanced__body">
          <fieldset className="fieldset" aria-describedby={permissionsProblemId}>
            <legend className="field__label">{messages.generate.permissions}</legend>
            {PERMISSIONS.map((permission) => (
              <label key={permission} className="check">
                <input
                  type="checkbox"
                  checked={permissions.includes(permission)}
                  onChange={(event) => toggle(permission, event.target.checked)}
                />
                <span>
                  {messages.permissions[permission].name} <code className="secondary">{permission}</code>
                </span>
                <span className="check__note">{messages.permissions[permission].note}</span>
              </label>
            ))}
            <div id={permissionsProblemId} aria-live="polite">
              {permissions.length === 0 && <p className="field__problem">{messages.generate.noPermission}</p>}
            </div>
          </fieldset>
        </div>
      </details>
    </form>
  );
}

export function GenerateButton(props: { formId: string; busy: boolean; look?: ButtonLook }) {
  const { formId, busy, look = 'main' } = props;
  return (
    <Button look={look} type="submit" form={formId} disabled={busy}>
      {busy && <span className="spinner" />}
      {busy ? messages.generate.submitting : messages.generate.submit}
    </Button>
  );
}
