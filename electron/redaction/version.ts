import { digestOfSources } from './source-digest.ts';

/** The text of this constant is put in by the builds; from the sources it is not defined. */
declare const __REDACTOR_DIGEST__: string | undefined;

/** The engine: how rules are found, merged, masked and cut. */
export const ENGINE = 'plinth-redactor/2';

/** The readable part of the stamp. The digest after it tells apart what has the same readable version. */
const RULES_VERSION = '2026.11.2';

let stamp: string | undefined;

/** What a receipt says of the rules that masked it: a readable version and a digest over all of the redactor. */
export function ruleSet(): string {
  stamp ??= `${RULES_VERSION}+${
    typeof __REDACTOR_DIGEST__ === 'string' ? __REDACTOR_DIGEST__ : digestOfSources(import.meta.dirname)
  }`;
  return stamp;
}
