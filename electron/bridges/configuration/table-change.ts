import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionRecord } from '../connect/connection-record.ts';
import type { ConfigurationPlan } from '../harnesses/harness.ts';
import { type ConfigurationFile, ConfigurationRefused, readConfiguration } from './file.ts';
import { hideCredential } from './hidden-credential.ts';
import { insertAll, takeOutAll } from './insertions.ts';
import { changeTo, type PlannedChange } from './planned-change.ts';
import { blockAtEnd, readToml } from './toml-document.ts';

type TablePlan = Extract<ConfigurationPlan, { form: 'toml_table' }>;

/** The first part of a table's name in its header. */
const TABLE = /^[ \t]*\[[ \t]*([^ \t.\]]+)[ \t]*[.\]]/;

/** The permissions of other users. */
const FOR_OTHERS = 0o077;

const comment = ({ harness }: TablePlan) =>
  `# Plinth: the table below is managed by Plinth; \`plinth bridge disconnect ${harness}\` removes it`;

/** Returns true when the file has the table as it was planned. The credential in both is hidden. */
export const isTableEntered = ({ block }: TablePlan, hidden: string): boolean =>
  hidden.replaceAll('\r\n', '\n').includes(block);

/** Returns the text without the sections of a table that another program has rewritten. */
function withoutSections(plan: TablePlan, text: string): string {
  let inTable = false;
  const left = text.split(/(?<=\n)/).filter((line) => {
    if (/^[ \t]*\[/.test(line)) inTable = TABLE.exec(line)?.[1] === plan.table;
    return !inTable && line.trim() !== comment(plan);
  });
  const after = left.join('');
  const { [plan.table]: _ours, ...others } = readToml(text);
  if (!isDeepStrictEqual({ ...readToml(after) }, others)) throw new ConfigurationRefused('not_removable');
  return after;
}

function withoutOurs(
  plan: TablePlan,
  hidden: string,
  record: ConnectionRecord | undefined,
): string | undefined {
  const exact = record === undefined ? undefined : takeOutAll(hidden, record.insertions);
  if (exact !== undefined && readToml(exact)[plan.table] === undefined) {
    return exact === '' && record?.createdFile === true ? undefined : exact;
  }
  const table = readToml(hidden)[plan.table];
  const marks = [plan.mark, ...(record?.members ?? []).map(({ value }) => String(value))];
  const written = JSON.stringify(table, (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const isOurs = table !== undefined && marks.some((mark) => written.includes(mark));
  if (!isOurs) return hidden;
  const after = withoutSections(plan, hidden);
  return after.trim() === '' && record?.createdFile === true ? undefined : after;
}

/** Refuses a file that other users may read: it would show them the credential. */
function assertPrivate({ target, text }: ConfigurationFile): void {
  if (text !== undefined && (statSync(target).mode & FOR_OTHERS) !== 0) {
    throw new ConfigurationRefused('not_private');
  }
}

/**
 * Plans the change that adds a table with the credential. A table that Plinth added earlier is replaced; one of the
 * user's own is refused. The planned text has the credential hidden. Throws {@link ConfigurationRefused}.
 */
export function planTableConnect(
  plan: TablePlan,
  record: ConnectionRecord | undefined,
  credential: string | undefined,
): PlannedChange {
  const file = readConfiguration(plan.path);
  assertPrivate(file);
  const before = hideCredential(file.text ?? '', credential);
  const members = [{ path: [plan.table], value: plan.mark }];
  const shown = file.text === undefined ? undefined : before;
  if (isTableEntered(plan, before)) return { ...changeTo(file, before), shown, members };
  const kept = withoutOurs(plan, before, record) ?? '';
  if (readToml(kept)[plan.table] !== undefined) {
    throw new ConfigurationRefused('own_telemetry');
  }
  const insertion = blockAtEnd(kept, comment(plan), plan.block);
  const after = insertAll(kept, [insertion]);
  readToml(after);
  return { file, shown, after, insertions: [insertion], created: [], members };
}

/** Plans the change that removes the table. One that leads elsewhere is the user's own, and stays. */
export function planTableDisconnect(
  plan: TablePlan,
  record: ConnectionRecord | undefined,
  credential: string | undefined,
): PlannedChange {
  const file = readConfiguration(record?.path ?? plan.path);
  const shown = file.text === undefined ? undefined : hideCredential(file.text, credential);
  const after = shown === undefined ? undefined : withoutOurs(plan, shown, record);
  return { ...changeTo(file, after), shown };
}
