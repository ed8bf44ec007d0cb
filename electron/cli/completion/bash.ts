import { allCommands, type CommandNode, type ValueKind } from '../command-tree.ts';
import { argumentKind, cases, placeOf, stepsOf, valuedNamesOf } from './shell-words.ts';

function offer(kind: ValueKind): string {
  switch (kind) {
    case 'file':
      return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))';
    case 'folder':
      return 'compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur"))';
    case 'command':
      return 'COMPREPLY=($(compgen -c -- "$cur"))';
    case 'none':
      return ':';
    default:
      return `COMPREPLY=($(compgen -W $'${kind.words.join('\\n')}' -- "$cur"))`;
  }
}

/** Writes the completion script of bash. It starts no process: everything is in its text. */
export function bashCompletion(tree: CommandNode): string {
  const nodes = allCommands(tree);
  const children = stepsOf(nodes);
  const valued = valuedNamesOf(nodes);
  const ofNode = (text: (node: CommandNode) => string) =>
    cases(nodes.map((node) => [`'${placeOf(node)}'`, text(node)]));
  return `# bash completion for plinth: source this file, or put it into
# ~/.local/share/bash-completion/completions/plinth
_plinth() {
  local cur prev place=/ word i
  # Words end at the end of their line, because files may have spaces in their names.
  local IFS=$'\\n'
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD - 1]}
  # Bash makes "=" a word of its own.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == -- ]]; then
      # The first word is a program. What follows are mostly its files.
      if [[ $place == /run || $place == /acp ]]; then
        if ((i + 1 == COMP_CWORD)); then ${offer('command')}; else ${offer('file')}; fi
      fi
      return
    fi
    case "$place $word" in
      ${children.join(' | ')}) place=\${place%/}/$word ;;
      ${valued.map(({ node, name }) => `'${placeOf(node)} ${name}'`).join(' | ')})
        if [[ \${COMP_WORDS[i + 1]} == = ]]; then i=$((i + 1)); fi
        i=$((i + 1)) ;;
    esac
  done
  case "$place $prev" in
${cases(valued.map(({ node, name, value }) => [`'${placeOf(node)} ${name}'`, `${offer(value)}; return`]))}
  esac
  if [[ $cur == -* ]]; then
    case $place in
${ofNode(({ options }) => offer({ words: options.flatMap(({ names }) => names) }))}
    esac
    return
  fi
  case $place in
${ofNode((node) =>
  node.commands.length > 0
    ? offer({ words: node.commands.map(({ path }) => path.at(-1)!) })
    : offer(argumentKind(node)),
)}
  esac
}
complete -F _plinth plinth
`;
}
