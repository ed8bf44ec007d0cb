import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as toolContent from '../../shared/tool-content.ts';
import * as typedText from '../../shared/typed-text.ts';
import { INPUTS, PROMPTS } from './vectors/content.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const NOTE = 'Generated from shared/ by "npm run generate"; do not edit.';

/** Returns the tables of a module as Python: texts, numbers, and lists of texts, which JSON writes alike. */
function pythonTables(module: Record<string, unknown>): string[] {
  return Object.entries(module)
    .toSorted()
    .flatMap(([name, value]) => {
      if (typeof value === 'function') return [];
      if (!Array.isArray(value)) return [`${name} = ${JSON.stringify(value)}`];
      return [`${name} = [`, ...value.map((each) => `    ${JSON.stringify(each)},`), ']'];
    });
}

/**
 * Returns the files by which the SDKs know what a user typed and what is content of files: the code for JavaScript, the
 * tables for Python, and examples with their results for the tests of both.
 */
export function contentFiles(): Record<string, string> {
  const copied = ['typed-text.ts', 'tool-content.ts'].map((name) => [
    `sdk/javascript/src/${name}`,
    `// ${NOTE}\n${readFileSync(`${root}/shared/${name}`, 'utf8')}`,
  ]);
  const tables = [...pythonTables(typedText), ...pythonTables(toolContent)];
  const read = typedText.typedTextReader(typedText.OWN_BLOCKS.claude);
  const examples = {
    prompts: PROMPTS.map((prompt) => ({ prompt, typed: read(prompt) ?? null })),
    inputs: INPUTS.map((input) => ({ input, kept: toolContent.withoutFileContents(input).input })),
  };
  return {
    ...Object.fromEntries(copied),
    'sdk/python/src/plinth_sdk/_content_tables.py': `"""${NOTE}"""\n\n${tables.join('\n')}\n`,
    'sdk/behaviour/generated/content.json': `${JSON.stringify(examples, null, 1)}\n`,
  };
}
