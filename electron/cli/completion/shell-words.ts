import type { CommandNode, OptionNode, ValueKind } from '../command-tree.ts';

/** Replaces the typographic characters of a description. Terminals and PowerShell read files in other encodings. */
export function asciiText(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll('…', '...');
}

/** The place of a command, as the completion scripts write it: `/receipts/list`. The program has the place “/”. */
export const placeOf = ({ path }: CommandNode): string => `/${path.join('/')}`;

/** All options of a command that take a value, with the kind of the value. */
export const valuedOptions = ({ options }: CommandNode): OptionNode[] =>
  options.filter(({ takesValue }) => takesValue);

/** The value of the first argument. Each command has arguments of one kind. */
export const argumentKind = ({ arguments: [first] }: CommandNode): ValueKind => first?.value ?? 'none';

/** The place of each command's parent with the command's word, in quotes: the steps from place to place. */
export const stepsOf = (nodes: readonly CommandNode[]): string[] =>
  nodes
    .filter(({ path }) => path.length > 0)
    .map((node) => `'${placeOf({ ...node, path: node.path.slice(0, -1) })} ${node.path.at(-1)}'`);

/** Every name of each option that takes a value, with its command. */
export const valuedNamesOf = (nodes: readonly CommandNode[]) =>
  nodes.flatMap((node) =>
    valuedOptions(node).flatMap(({ names, value }) => names.map((name) => ({ node, name, value }))),
  );

/** Writes the branches of a `case`, as bash and zsh read them. */
export const cases = (lines: readonly [string, string][]): string =>
  lines.map(([pattern, action]) => `    ${pattern}) ${action} ;;`).join('\n');
