import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

/** A regular expression of the sources. */
export interface Expression {
  file: string;
  source: string;
  flags: string;
}

const ROOT = new URL('../../', import.meta.url);
/** The engine of redaction has tests of its own, which count its work. */
const SOURCES = globSync('{electron,shared,renderer,sdk/javascript/src}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|^electron\/redaction\//.test(file))
  .sort();

/** The literals of the sources, and the number of other expressions that each file makes. */
export function expressionsInSources(): { literals: Expression[]; made: Map<string, number> } {
  const literals: Expression[] = [];
  const made = new Map<string, number>();
  for (const file of SOURCES) {
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    const { program } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
    const count = ({ callee }: { callee: { type: string; name?: string } }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') made.set(file, (made.get(file) ?? 0) + 1);
    };
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const { pattern: source, flags } = node.regex;
        literals.push({ file, source, flags });
      },
      NewExpression: (node) => count(node as never),
      CallExpression: (node) => count(node as never),
    }).visit(program);
  }
  return { literals, made };
}

/** Lists the expressions that the sources make while `run` imports and calls them. */
export async function expressionsMadeBy(run: () => Promise<void>): Promise<Expression[]> {
  const made: Expression[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, given, newTarget) {
      const expression: RegExp = Reflect.construct(target, given, newTarget);
      const caller = new Error().stack?.split('\n')[2] ?? '';
      const file = SOURCES.find((each) => caller.includes(`${ROOT.pathname}${each}`));
      if (file !== undefined) made.push({ file, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    await run();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

/** Lists the patterns in a schema. */
export function patternsIn(schema: unknown, file: string): Expression[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string'
      ? [{ file, source: value, flags: 'u' }]
      : patternsIn(value, file),
  );
}
