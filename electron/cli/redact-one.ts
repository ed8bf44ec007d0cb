import type { Input } from './redact-inputs.ts';
import { formatInteger, MOST_LISTED, type RedactOptions } from './redact-options.ts';
import {
  createTextRedactor,
  MOST_KEPT,
  maskedParts,
  type PlacedFinding,
  redactData,
} from './redact-preview.ts';
import { note, quiet } from './terminal-notes.ts';
import { escapedJson, jsonText, printable, printJson, write } from './terminal-text.ts';

async function printFindings(
  findings: readonly (PlacedFinding & { member?: string })[],
  total: number,
): Promise<void> {
  if (quiet()) return;
  if (total === 0) {
    console.error('Nothing would be removed.');
    return;
  }
  console.error('');
  // The width of characters needs tables that a text without findings does not wait for.
  const { printTable } = await import('./terminal-table.ts');
  const hasMembers = findings.some(({ member }) => member !== undefined);
  await printTable(
    ['LINE', 'COLUMN', 'RULE', 'TIER', 'REMOVED', ...(hasMembers ? ['MEMBER'] : [])],
    findings.map(({ line, column, rule, tier, removed, member }) => [
      String(line ?? '-'),
      String(column ?? '-'),
      rule,
      tier,
      String(removed),
      ...(hasMembers ? [member ?? ''] : []),
    ]),
    console.error,
  );
  if (total > findings.length) console.error(`and ${formatInteger(total - findings.length)} more`);
}

/** Prints the masked text of one input while it is read, then the findings. */
export async function showText(input: Input, { json, tier }: RedactOptions): Promise<void> {
  const redactor = createTextRedactor();
  const findings: (PlacedFinding & { start: number; end: number })[] = [];
  let total = 0;
  let length = 0;
  let last = '';
  const toTerminal = process.stdout.isTTY === true;
  if (json === true) await write('{"text":"');
  for await (const { text, masks } of maskedParts(input, redactor)) {
    if (json === true) await write(escapedJson(JSON.stringify(text).slice(1, -1)));
    else await write(toTerminal ? printable(text.replaceAll('\r\n', '\n')) : text);
    for (const mask of masks) {
      if (tier !== undefined && !tier.includes(mask.tier)) continue;
      total += 1;
      if (findings.length < MOST_LISTED)
        findings.push({ ...mask, start: length + mask.start, end: length + mask.end });
    }
    length += text.length;
    if (text !== '') last = text;
  }
  const cut = length > MOST_KEPT;
  if (json === true) {
    const rest = {
      findings: findings.map((finding) => ({ ...finding, member: '' })),
      ...(total > findings.length ? { findingsNotListed: total - findings.length } : {}),
      ...(cut ? { truncatedFrom: length, truncatedTo: MOST_KEPT } : {}),
      engine: redactor.engine,
      ruleSet: redactor.ruleSet,
    };
    await write(`",${jsonText(rest).slice(1)}\n`);
    return;
  }
  if (!last.endsWith('\n')) await write('\n');
  await printFindings(findings, total);
  if (cut)
    note(
      `An event would keep the first ${formatInteger(MOST_KEPT)} of these ${formatInteger(length)} characters.`,
    );
}

/** Prints one JSON value as it would be stored, then the findings. */
export async function showData(input: Input, { json, tier }: RedactOptions): Promise<void> {
  const { data, findings: all, truncated, engine, ruleSet } = await redactData(input);
  const findings = all.filter((finding) => tier === undefined || tier.includes(finding.tier));
  if (json === true)
    return printJson({ data, findings, ...(truncated.length === 0 ? {} : { truncated }), engine, ruleSet });
  await write(`${jsonText(data, 2)}\n`);
  await printFindings(findings, findings.length);
  for (const { member, from } of truncated)
    note(
      `${member} has ${formatInteger(from)} characters; an event would keep the first ${formatInteger(MOST_KEPT)}.`,
    );
}
