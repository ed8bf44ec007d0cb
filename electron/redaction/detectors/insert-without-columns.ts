import { pushCandidate } from '../engine/candidate.ts';
import type { Detector, Scan } from '../engine/scan.ts';
import { looksRandom } from '../text/random-value.ts';

const INSERT =
  /insert\s{1,4}into\s{1,4}["`[]?[\w.]{0,64}(?:token|key|secret|credential|passw|client|session|account)[\w.]{0,64}["`\]]?\s{1,4}values\s{0,8}(?=\()/iy;
/** A cheap test before it, which looks for the words of the name at each of its characters. */
const HAS_NO_COLUMNS = /insert\s{1,4}into\s{1,4}["`[]?[\w.]{1,144}["`\]]?\s{1,4}values/iy;
/** The rows of one statement, as a person pastes them. */
const REACH = 2000;
const LITERAL = /'((?:[^'\n]|''){12,512})'/g;
/** A shorter value is a name or a code. */
const SHORTEST = 12;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** `INSERT INTO api_keys VALUES (4, 'X')`: the table says what its random values are. */
function attemptInsert(scan: Scan, at: number): void {
  const { text } = scan;
  scan.work += 16;
  HAS_NO_COLUMNS.lastIndex = at;
  if (!HAS_NO_COLUMNS.test(text)) return;
  INSERT.lastIndex = at;
  const found = INSERT.exec(text);
  if (!found) return;
  const from = at + found[0].length;
  const rows = text.slice(from, from + REACH).split(/;\s*(?:\n|$)/, 1)[0]!;
  scan.work += rows.length;
  for (const literal of rows.matchAll(LITERAL)) {
    const value = literal[1]!;
    if (/^\$2[aby]\$|@|:\/\//.test(value) || UUID.test(value) || !looksRandom(value, SHORTEST)) continue;
    const start = from + literal.index + 1;
    pushCandidate(scan, 'sql-password', 'token', start, value);
  }
}

/** Rows of a table of keys whose columns have no names. */
export const insertWithoutColumnsDetector: Detector = {
  literals: ['insert '],
  caseless: true,
  attempt: attemptInsert,
};
