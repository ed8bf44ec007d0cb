import { Argument, type Command } from 'commander';
import { type CommandNode, commandTree } from './command-tree.ts';
import { bashCompletion } from './completion/bash.ts';
import { fishCompletion } from './completion/fish.ts';
import { powershellCompletion } from './completion/powershell.ts';
import { zshCompletion } from './completion/zsh.ts';
import { printJson, write } from './terminal-text.ts';

const SHELLS: Readonly<Record<string, (tree: CommandNode) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** Adds `plinth completion`. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .option('--json', 'print {"shell", "script"}')
    .action(async (shell: string, { json }: { json?: boolean }) => {
      const script = SHELLS[shell]!(commandTree(program));
      if (json === true) printJson({ shell, script });
      else await write(script);
    });
}
