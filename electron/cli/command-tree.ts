import type { Argument, Command, Option } from 'commander';

/** What a shell can offer for a value: one of some words, a file, a folder, a command, or nothing. */
export type ValueKind = { words: readonly string[] } | 'file' | 'folder' | 'command' | 'none';

export interface OptionNode {
  /** As a person writes it, such as `-f, --follow` or `--port <port>`. */
  flags: string;
  /** `--follow` and `-f`. */
  names: readonly string[];
  description: string;
  takesValue: boolean;
  value: ValueKind;
}

export interface ArgumentNode {
  /** As in the usage, such as `<id>` or `[paths...]`. */
  term: string;
  description: string;
  value: ValueKind;
}

/** A command as completion and the manual page need it. */
export interface CommandNode {
  /** The words after `plinth`. The program itself has none. */
  path: readonly string[];
  description: string;
  arguments: readonly ArgumentNode[];
  /** The command's own options and those of the whole program. */
  options: readonly OptionNode[];
  commands: readonly CommandNode[];
}

const COMMAND_NAMES = ['command'];
const FILE_NAMES = ['file', 'path', 'paths', 'source'];
const FOLDER_NAMES = ['folder'];

/** Decides from the name of a placeholder what a shell can offer. */
function kindOf(placeholder: string, choices: readonly string[] | undefined): ValueKind {
  if (choices !== undefined) return { words: choices };
  if (COMMAND_NAMES.includes(placeholder)) return 'command';
  if (FILE_NAMES.includes(placeholder)) return 'file';
  return FOLDER_NAMES.includes(placeholder) ? 'folder' : 'none';
}

function optionNode(option: Option): OptionNode {
  const placeholder = /[<[]([^>\].]+)/.exec(option.flags)?.[1] ?? '';
  return {
    flags: option.flags,
    names: [option.long, option.short].filter((name) => name !== undefined && name !== null),
    description: option.description,
    takesValue: option.required || option.optional,
    value: option.long === '--project' ? 'folder' : kindOf(placeholder, option.argChoices),
  };
}

/** Returns an argument as the usage has it. */
export function argumentTerm(argument: Argument): string {
  const written = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${written}>` : `[${written}]`;
}

const argumentNode = (argument: Argument): ArgumentNode => ({
  term: argumentTerm(argument),
  description: argument.description,
  value: kindOf(argument.name(), argument.argChoices),
});

/** Returns the commands of a program, without those that its help hides. */
export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return {
    path,
    description: command.description(),
    arguments: command.registeredArguments.map(argumentNode),
    options: options.map(optionNode),
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map((each) => commandTree(each, [...path, each.name()])),
  };
}

/** Returns a command and all commands below it. */
export function allCommands(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allCommands)];
}
