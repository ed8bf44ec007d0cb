import { allCommands, type CommandNode, type ValueKind } from '../command-tree.ts';
import { argumentKind, asciiText, placeOf, valuedOptions } from './shell-words.ts';

const quoted = (text: string) => `'${asciiText(text).replaceAll("'", "''")}'`;

/** A word, its description and the type of the result that PowerShell shows. */
const result = (word: string, description: string, type: 'ParameterName' | 'ParameterValue') =>
  `@(${quoted(word)}, '${type}', ${quoted(description)})`;

function candidates(kind: ValueKind): string {
  if (typeof kind === 'object')
    return `@(${kind.words.map((word) => result(word, word, 'ParameterValue')).join(', ')},$null)`;
  // PowerShell completes files itself when it gets no result.
  return '@()';
}

const table = (entries: readonly [string, string][]) =>
  entries.map(([key, value]) => `    ${quoted(key)} = ${value}`).join('\n');

/** Writes the completion script of PowerShell. It starts no process: everything is in its text. */
export function powershellCompletion(tree: CommandNode): string {
  const nodes = allCommands(tree);
  const commands = nodes.map(({ commands: below, ...node }): [string, string] => {
    const words = below.map(({ path, description }) => result(path.at(-1)!, description, 'ParameterValue'));
    const own =
      words.length > 0 ? `@(${words.join(', ')},$null)` : candidates(argumentKind({ ...node, commands: [] }));
    return [placeOf({ ...node, commands: [] }), own];
  });
  const options = nodes.map((node): [string, string] => {
    const words = node.options.flatMap(({ names, description }) =>
      names.map((name) => result(name, description, 'ParameterName')),
    );
    return [placeOf(node), `@(${words.join(', ')},$null)`];
  });
  const values = nodes.flatMap((node) =>
    valuedOptions(node).flatMap(({ names, value }) =>
      names.map((name): [string, string] => [`${placeOf(node)} ${name}`, candidates(value)]),
    ),
  );
  return `# PowerShell completion for plinth: add this to $PROFILE
#   plinth completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName plinth -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${table(commands)}
  }
  # Options differ by the case of their letters.
  $options = @{
${table(options)}
  }
  $values = New-Object 'System.Collections.Generic.Dictionary[string,object]'
${values.map(([key, value]) => `  $values[${quoted(key)}] = ${value}`).join('\n')}
  $place = '/'
  $previous = ''
  foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
    $word = $element.ToString()
    if ($element.Extent.EndOffset -ge $cursorPosition -and $word -eq $wordToComplete) { break }
    if ($word -ceq '--') { return }
    $next = $place.TrimEnd('/') + '/' + $word
    if (-not $values.ContainsKey("$place $previous") -and $commands.ContainsKey($next)) { $place = $next }
    $previous = $word
  }
  $key = "$place $previous"
  if ($values.ContainsKey($key)) { $offered = $values[$key] }
  elseif ($wordToComplete.StartsWith('-')) { $offered = $options[$place] }
  else { $offered = $commands[$place] }
  foreach ($each in $offered) {
    if ($null -ne $each -and $each[0].StartsWith($wordToComplete)) {
      [System.Management.Automation.CompletionResult]::new($each[0], $each[0], $each[1], $each[2])
    }
  }
}
`;
}
