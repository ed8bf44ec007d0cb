import { useEffect, useId, useState } from 'react';
import type { ControlResult } from '../../../shared/control.ts';
import { MAX_KEPT_TEXT_LENGTH } from '../../../shared/limits.ts';
import { Field } from '../../components/field.tsx';
import { cut, MaskedText } from '../../components/masked-text.tsx';
import { Group } from '../../components/setting.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { FileTrial } from './file-trial.tsx';
import { RedactionReasons } from './redaction-reasons.tsx';

const words = messages.privacy;
const TYPING_PAUSE_MS = 250;

type Preview = ControlResult<'redaction.preview'>;

/** Shows the effect of redaction on a text. The text goes only to the host and back. */
export function RedactionTrial() {
  const connection = useConnection();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<{ given: string; preview?: Preview; problem?: string }>();
  const id = useId();

  useEffect(() => {
    if (text === '') {
      setAnswer(undefined);
      return;
    }
    let asked = true;
    const timer = setTimeout(async () => {
      const envelope = await connection.call('redaction.preview', { text, explain: true });
      if (!asked) return;
      setAnswer({
        given: text,
        ...(envelope.ok ? { preview: envelope.result } : { problem: messages.failure(envelope.error) }),
      });
    }, TYPING_PAUSE_MS);
    return () => {
      asked = false;
      clearTimeout(timer);
    };
  }, [text, connection]);

  const preview = answer?.preview;
  return (
    <Group title={words.try} note={words.tryNote}>
      <div className="trial">
        <Field label={words.tryLabel} control={id}>
          <textarea
            id={id}
            className="input"
            rows={5}
            maxLength={MAX_KEPT_TEXT_LENGTH}
            autoComplete="off"
            spellCheck={false}
            placeholder={words.tryPlaceholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Field label={words.tryResult}>
          <div className="trial__result" aria-live="polite">
            {answer?.problem !== undefined ? (
              <p className="field__problem">{answer.problem}</p>
            ) : preview === undefined ? (
              <p className="group__note">{words.tryEmpty}</p>
            ) : (
              <>
                <p className="trial__text">
                  {/* Nothing is stored, so no mask leads to its secret. */}
                  <MaskedText
                    pieces={cut(
                      preview.text,
                      preview.findings.map(({ start, end }) => ({ start, end })),
                    )}
                  />
                </p>
                <p className="secondary">
                  {preview.findings.length === 0
                    ? words.tryNothing
                    : words.tryRemoved(preview.findings.length)}
                </p>
              </>
            )}
          </div>
        </Field>
      </div>
      {preview !== undefined && <RedactionReasons text={answer!.given} explanations={preview.explanations} />}
      <FileTrial />
    </Group>
  );
}
