import type { Redactor } from './redactor.ts';

/** Reaches the tables of literals, of topics and of shapes. */
const FIRST_TEXT = 'The password of the door is 7hK!x2Qp.';

/** Makes the tables that the redactor needs for its first text. They take as long as a large event. */
export function prepareRedactor(redactor: Redactor): void {
  redactor.redactText(FIRST_TEXT);
}
