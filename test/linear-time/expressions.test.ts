import { analyse } from 'scslre';
import { beforeAll, describe, expect, it } from 'vitest';
import { attacksOn } from './attacks.ts';
import { type Expression, expressionsInSources, expressionsMadeBy, patternsIn } from './expressions.ts';
import { excessOf } from './growth.ts';

/** Expressions that read no text of others, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '\\B(?=(?:\\d{3})+$)': 'reads a number of the program, which has 16 digits at most',
};

/** Files whose further expressions read no text of others. */
const OWN_TEXT = new Map([['sdk/javascript/src/socket-owner.ts', 'reads the list of sockets of the kernel']]);

const nameOf = ({ file, source, flags }: Expression) => `${file}: /${source}/${flags}`;
/** Describes the first repeat on which an expression takes longer than linear time. */
function firstExcess(expression: Expression): string | undefined {
  const pattern = new RegExp(expression.source, expression.flags);
  for (const attack of attacksOn(expression)) {
    const excess = excessOf((length) => {
      const text = attack(length);
      return () => (pattern.global ? text.replace(pattern, '') : pattern.exec(text));
    });
    if (excess !== undefined) return `${nameOf(expression)} on ${JSON.stringify(attack(1))}: ${excess}`;
  }
  return undefined;
}

const { literals, made } = expressionsInSources();
let all: Expression[];

/** Imports the files that make expressions, and calls the functions that make more. */
async function makeAll(): Promise<void> {
  for (const file of made.keys()) await import(/* @vite-ignore */ `../../${file}`);
  const { Pseudonyms } = await import('../../electron/bundle/pseudonyms.ts');
  new Pseudonyms(Buffer.alloc(32), ['kunde', 'shop']).text('a text');
  const { findCheckpoints } = await import('../../electron/proof/checkpoint.ts');
  findCheckpoints('');
  const { findReceiptId } = await import('../../electron/cli/short-id.ts');
  await findReceiptId({} as never, 'no id').catch(() => {});
  const { actionsOf } = await import('../../electron/commands/command-actions.ts');
  const { readCommands } = await import('../../electron/commands/read-commands.ts');
  actionsOf(readCommands("psql -c 'drop table a'; python -c 'import os'", '/srv'));
  const { windowFault } = await import('../../shared/window-fault.ts');
  windowFault('frame', new Error('a fault'));
  for (const folder of ['shared', 'sdk/javascript/src']) {
    const { typedTextReader } = await import(/* @vite-ignore */ `../../${folder}/typed-text.ts`);
    typedTextReader(['tick']);
  }
}

beforeAll(async () => {
  const found = await expressionsMadeBy(makeAll);
  const { eventSchemas } = await import('../../shared/event.ts');
  const { control } = await import('../../shared/control.ts');
  const patterns = patternsIn({ eventSchemas, control }, 'shared');
  const expressions = [...literals, ...found, ...patterns].filter(({ source }) => !(source in EXCEPTIONS));
  all = [...new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each])).values()];
  for (const [file, count] of made) {
    if (OWN_TEXT.has(file)) continue;
    const own = found.filter((each) => each.file === file);
    // A file whose expressions are not made here needs a call above, or an exception.
    expect(own.length, file).toBeGreaterThanOrEqual(count);
  }
});

describe('the regular expressions outside of redaction', () => {
  it('have no super-linear form', () => {
    const found = all.flatMap((each) => {
      const { reports } = analyse(
        { source: each.source, flags: each.flags },
        { reportTypes: { Move: true } },
      );
      return reports.map(({ type }) => `${type}: ${nameOf(each)}`);
    });
    expect(found).toEqual([]);
  });

  it('take linear time on long repeats of their own characters', () => {
    expect(all.flatMap((each) => firstExcess(each) ?? [])).toEqual([]);
  });
});

describe('the test itself', () => {
  it.each([
    String.raw`^\*\*\* (Add|Update|Delete) File: (.+?)\s*$`,
    String.raw`\bgit\s+(?:[^|;&\n]*\s)?push\b[^|;&\n]*\s--force`,
    String.raw`(?:^|[;&|(\n]\s*)rm\s+([^;&|\n]+)`,
  ])('finds that %s takes longer', (source) => {
    expect(firstExcess({ file: '', source, flags: '' })).toBeDefined();
  });
});
