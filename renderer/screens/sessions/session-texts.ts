import { masksAt } from '../../../shared/masks.ts';
import type { Receipt, Session } from '../../../shared/receipt.ts';
import { receiptLine } from '../../../shared/receipt-line.ts';
import type { RecordingGap } from '../../../shared/recording-gap.ts';
import { outcomeWords } from '../../../shared/words/coverage.ts';
import { gapSentence, gapsSentence } from '../../../shared/words/recording-gaps.ts';
import { withNamedMasks } from '../../../shared/words/secret-names.ts';
import { exactTime, timeOfDay } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The commands of a session as a script, as they were stored: masks stand where secrets were. A refused one is a comment. */
export function scriptOf(session: Session, receipts: readonly Receipt[]): string {
  const lines = ['#!/bin/sh', `# ${oneLine(session.title ?? session.id)}`];
  let folder: string | undefined;
  for (const { data, receivedAt, outcome } of receipts) {
    const command = text(data.command);
    if (command === undefined) continue;
    const isRefused = outcome === 'refused';
    const cwd = text(data.cwd);
    if (cwd !== undefined && cwd !== folder) lines.push('', `# in ${cwd}`);
    folder = cwd ?? folder;
    lines.push(`# ${timeOfDay(receivedAt)}${outcome === undefined ? '' : `, ${outcomeWords[outcome]}`}`);
    lines.push(isRefused ? command.replaceAll(/^/gm, '# ') : command);
  }
  return `${lines.join('\n')}\n`;
}

/** A code span that holds any text, also one with back quotes. */
function code(value: string): string {
  const longest = [...value.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return value.includes('`') ? `${fence} ${value} ${fence}` : `${fence}${value}${fence}`;
}

/** The line of the receipt's row, uncut. */
function lineOf({ event, data, redaction, outcome }: Receipt): string {
  const said = receiptLine(event, data, redaction.findings);
  if (said.text === '') return messages.withoutText[event];
  const ended = outcome === undefined ? '' : ` (${outcomeWords[outcome]})`;
  return `${messages.eventTypes[event]}: ${code(withNamedMasks(said.text, said.masks))}${ended}`;
}

/** The story of a session as Markdown, oldest first, with a heading for each prompt, after the gaps in its record. */
export function storyAsMarkdown(
  session: Session,
  receipts: readonly Receipt[],
  gaps: readonly RecordingGap[],
): string {
  const lines = [
    `# ${oneLine(session.title ?? session.id)}`,
    '',
    `${session.integration.name} · ${session.project ?? messages.sessions.projectNotKept} · ${exactTime(session.firstEventAt)}`,
    ...gaps.flatMap((gap) => ['', `*${gapSentence(gap, exactTime)}*`]),
    ...storyLines(receipts, '##'),
  ];
  return `${lines.join('\n')}\n`;
}

/** Receipts of any sessions as Markdown, with a heading for each session and each prompt. */
export function receiptsAsMarkdown(
  title: string,
  receipts: readonly Receipt[],
  gaps: readonly RecordingGap[] = [],
): string {
  const lines = [`# ${oneLine(title)}`];
  const missing = gapsSentence(gaps, exactTime);
  if (missing !== undefined) lines.push('', `*${missing}*`);
  for (const ofSession of Map.groupBy(receipts, ({ session }) => session.key).values()) {
    const { integration, session, receivedAt } = ofSession[0]!;
    const named = session.id === '' ? '' : ` · ${code(oneLine(session.id))}`;
    lines.push('', `## ${integration.name} · ${exactTime(receivedAt)}${named}`, '');
    lines.push(storyLines(ofSession, '###').join('\n'));
  }
  return `${lines.join('\n')}\n`;
}

function storyLines(receipts: readonly Receipt[], heading: string): string[] {
  return receipts.flatMap((receipt) => {
    const time = timeOfDay(receipt.receivedAt);
    if (receipt.event !== 'prompt.submitted') return [`- ${time} ${lineOf(receipt)}`];
    const content = text(receipt.data.content);
    const prompt =
      content === undefined
        ? messages.withoutText['prompt.submitted']
        : withNamedMasks(content, masksAt(receipt.redaction.findings, '/content'));
    return ['', `${heading} ${time}`, '', ...prompt.split('\n').map((line) => `> ${line}`), ''];
  });
}
