import { shellQuoted } from '../../../shared/shell-quote.ts';
import { allCommands, type CommandNode, type ValueKind } from '../command-tree.ts';
import { argumentKind, asciiText, cases, placeOf, stepsOf, valuedNamesOf } from './shell-words.ts';

/** An entry of `_describe`: a word and its description. */
const entry = (word: string, description: string) =>
  shellQuoted(`${word.replaceAll(':', '\\:')}:${asciiText(description)}`);

function offer(kind: ValueKind): string {
  switch (kind) {
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'command':
      return '_command_names -e';
    case 'none':
      return "_message 'a value'";
    default:
      return `compadd -- ${kind.words.map(shellQuoted).join(' ')}`;
  }
}

function offerWords(node: CommandNode): string {
  if (node.commands.length === 0) return offer(argumentKind(node));
  const commands = node.commands.map(({ path, description }) => entry(path.at(-1)!, description));
  return `offered=(${commands.join(' ')}); _describe command offered`;
}

function offerOptions({ options }: CommandNode): string {
  const entries = options.flatMap(({ names, description }) => names.map((name) => entry(name, description)));
  return `offered=(${entries.join(' ')}); _describe option offered`;
}

/** Writes the completion script of zsh. It starts no process: everything is in its text. */
export function zshCompletion(tree: CommandNode): string {
  const nodes = allCommands(tree);
  const children = stepsOf(nodes);
  const valued = valuedNamesOf(nodes);
  const ofNode = (text: (node: CommandNode) => string) =>
    cases(nodes.map((node) => [shellQuoted(placeOf(node)), text(node)]));
  return `#compdef plinth
# zsh completion for plinth: source this file after compinit, or put it into a folder of fpath as _plinth.
_plinth() {
  local place=/ word i
  local -a offered
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ $word == -- ]]; then
      if [[ $place == /run || $place == /acp ]]; then
        shift $i words
        ((CURRENT -= i))
        _normal
      fi
      return
    fi
    case "$place $word" in
      ${children.join('|')}) place=\${place%/}/$word ;;
      ${valued.map(({ node, name }) => shellQuoted(`${placeOf(node)} ${name}`)).join('|')}) ((i++)) ;;
    esac
  done
  word=$words[CURRENT-1]
  # Completes the part after "=" like a word of its own.
  if [[ $PREFIX == --*=* ]]; then
    word=\${PREFIX%%=*}
    compset -P '*='
  fi
  case "$place $word" in
${cases(valued.map(({ node, name, value }) => [shellQuoted(`${placeOf(node)} ${name}`), `${offer(value)}; return`]))}
  esac
  if [[ $PREFIX == -* ]]; then
    case $place in
${ofNode(offerOptions)}
    esac
    return
  fi
  case $place in
${ofNode(offerWords)}
  esac
}
if [[ $funcstack[1] == _plinth ]]; then _plinth "$@"; else compdef _plinth plinth; fi
`;
}
