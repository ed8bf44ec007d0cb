import type { Literal } from '../engine/literal-table.ts';
import { createPrefilter, type Prefilter } from '../engine/prefilter.ts';
import type { Detector } from '../engine/scan.ts';
import { RULES } from '../rules/vendors.ts';
import { argumentListDetector } from './argument-list.ts';
import { assignmentDetector, pinDetector } from './assignment.ts';
import { codeCallDetectors } from './code-calls.ts';
import { commandLineDetectors } from './command-line.ts';
import { shapeDetector } from './credential-shapes.ts';
import { directiveLineDetectors } from './directive-lines.ts';
import { formFieldDetectors, scriptElementDetector } from './form-fields.ts';
import { authorizationDetector, cookieDetector, queryDetector, schemeDetector } from './headers.ts';
import { jwtDetector } from './jwt.ts';
import { dockerAuthDetector, kubernetesSecretDetector } from './kubernetes.ts';
import { labelDetectors } from './labelled-value.ts';
import { listedMembersDetector } from './listed-members.ts';
import { detailDetectors, nearWordDetectors } from './near-words.ts';
import { otherHomeDetector } from './own-machine.ts';
import { pairDetector } from './pairs-in-text.ts';
import { nationalIdDetectors } from './personal.ts';
import { privateKeyDetector } from './private-key.ts';
import { secretFileDetector } from './secret-files.ts';
import { serviceNameDetectors } from './service-names.ts';
import { insertWithoutColumnsDetector, sqlColumnDetectors } from './sql-columns.ts';
import { sqlPasswordDetectors } from './sql-password.ts';
import { tableDetector } from './tables.ts';
import { bracedPasswordDetector, oracleUrlDetector, urlCredentialsDetector } from './url-credentials.ts';

const CREDENTIALS: readonly Detector[] = [
  ...RULES.map(shapeDetector),
  privateKeyDetector,
  jwtDetector,
  urlCredentialsDetector,
  oracleUrlDetector,
  bracedPasswordDetector,
  authorizationDetector,
  schemeDetector,
  cookieDetector,
  queryDetector,
  dockerAuthDetector,
  kubernetesSecretDetector,
  assignmentDetector,
  pinDetector,
  listedMembersDetector,
  ...labelDetectors,
  pairDetector,
  tableDetector,
  ...sqlColumnDetectors,
  ...formFieldDetectors,
  scriptElementDetector,
  otherHomeDetector,
  ...nearWordDetectors,
  ...serviceNameDetectors,
  ...commandLineDetectors,
  argumentListDetector,
  secretFileDetector,
  ...directiveLineDetectors,
  ...sqlPasswordDetectors,
  insertWithoutColumnsDetector,
  ...codeCallDetectors,
];

const literalsOf = (detectors: readonly Detector[]): Literal<Detector>[] =>
  detectors.flatMap((detector) =>
    detector.literals.map((text) => ({ text, caseless: detector.caseless, value: detector })),
  );

/** Returns the literals that announce a credential. */
export const credentialLiterals = (): Literal<Detector>[] =>
  literalsOf([...CREDENTIALS, ...nationalIdDetectors]);

/** The text of this constant is put in by the builds; from the sources it is not defined. */
declare const __CREDENTIAL_LITERALS__: string | undefined;

let credentials: Prefilter<Detector> | undefined;

/** Returns everything that a literal announces. */
export function credentialPrefilter(): Prefilter<Detector> {
  credentials ??= createPrefilter(
    credentialLiterals(),
    typeof __CREDENTIAL_LITERALS__ === 'string' ? __CREDENTIAL_LITERALS__ : undefined,
  );
  return credentials;
}

let details: Prefilter<Detector> | undefined;

/** Returns what finds personal details, which are masked only where the user asked for it. */
export function detailPrefilter(): Prefilter<Detector> {
  details ??= createPrefilter(literalsOf(detailDetectors));
  return details;
}
