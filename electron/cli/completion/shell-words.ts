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
