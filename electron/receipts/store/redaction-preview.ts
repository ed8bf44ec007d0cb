import type { ControlResult } from '../../../shared/control.ts';
import { isNeverAccepted } from '../../../shared/event.ts';
import type { JsonValue, Redactor } from '../../redaction/redactor.ts';

/** Redacts a text or a JSON value in the same way as an event's, and stores nothing. */
export function previewRedaction(
  redactor: Redactor,
  text: string | undefined,
  data: unknown,
): ControlResult<'redaction.preview'> {
  const { engine, ruleSet } = redactor;
  if (text !== undefined) {
    const redacted = redactor.redactText(text);
    return { text: redacted.text, data: null, engine, ruleSet, findings: redacted.findings };
  }
  const redacted = redactor.redactValue((data ?? null) as JsonValue, { withhold: isNeverAccepted });
  return { text: null, data: redacted.value, engine, ruleSet, findings: redacted.findings };
}
