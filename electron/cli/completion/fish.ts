import { allCommands, type CommandNode, type OptionNode, type ValueKind } from '../command-tree.ts';
import { argumentKind, asciiText, placeOf, stepsOf, valuedOptions } from './shell-words.ts';

const quoted = (text: string) => `'${asciiText(text).replaceAll(/[\\']/g, '\\$&')}'`;

function offer(kind: ValueKind): string {
  switch (kind) {
    case 'file':
      return '-F';
    case 'folder':
      return "-x -a '(__fish_complete_directories)'";
    case 'command':
      return "-x -a '(__fish_complete_subcommand --fcs-skip=2)'";
    case 'none':
      return '-x';
    default:
      return `-x -a ${quoted(kind.words.join(' '))}`;
  }
}

function optionLine(at: string, { names, description, takesValue, value }: OptionNode): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice('--'.length)}` : `-s ${name.slice('-'.length)}`,
  );
  return `${at} ${flags.join(' ')} ${takesValue ? `${offer(value)} ` : ''}-d ${quoted(description)}`;
}

function linesOf(node: CommandNode): string[] {
  const at = `complete -c plinth -n '__plinth_at ${placeOf(node)}'`;
  const words = node.commands.map(
    ({ path, description }) => `${at} -f -a ${path.at(-1)} -d ${quoted(description)}`,
  );
  const kind = argumentKind(node);
  if (node.commands.length === 0) words.push(`${at} ${offer(kind).replace('-x', '-f')}`);
  return [...words, ...node.options.map((option) => optionLine(at, option))];
}

/** Writes the completion script of fish. It starts no process: everything is in its text. */
export function fishCompletion(tree: CommandNode): string {
  const nodes = allCommands(tree);
  const children = stepsOf(nodes);
  const valued = nodes.flatMap((node) =>
    valuedOptions(node).flatMap(({ names }) => names.map((name) => `'${placeOf(node)} ${name}'`)),
  );
  return `# fish completion for plinth: put this file into ~/.config/fish/completions/plinth.fish
function __plinth_place
    set -l place /
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch "$place $word"
            case ${children.join(' ')}
                set place (string replace -r '/$' '' -- $place)/$word
            case ${valued.join(' ')}
                set skip 1
        end
    end
    echo $place
end
function __plinth_at
    test (__plinth_place) = $argv[1]
end
complete -c plinth -e
${nodes.flatMap(linesOf).join('\n')}
`;
}
