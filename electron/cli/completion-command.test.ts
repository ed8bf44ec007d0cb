import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { commandLine } from './all-commands.ts';
import { allCommands, commandTree } from './command-tree.ts';
import { bashCompletion } from './completion/bash.ts';
import { fishCompletion } from './completion/fish.ts';
import { powershellCompletion } from './completion/powershell.ts';
import { zshCompletion } from './completion/zsh.ts';

const tree = commandTree(commandLine());
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'a folder'));
  for (const name of ['notes one.txt', 'other.txt']) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'plinth.bash'), bashCompletion(tree));
  writeFileSync(join(folder, '_plinth'), zshCompletion(tree));
  writeFileSync(join(folder, 'plinth.fish'), fishCompletion(tree));
  writeFileSync(join(folder, 'plinth.ps1'), powershellCompletion(tree));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Completes the last word of a line, and returns what the shell offers. */
type Complete = (line: string) => string[];

const bash: Complete = (line) => {
  const words = line.split(' ').flatMap((word) => word.split(/(?==)|(?<==)/));
  const script = `source ./plinth.bash
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    compopt() { :; }
    _plinth
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', script, 'bash', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return out.split('\n').filter((each) => each !== '');
};

const fish: Complete = (line) => {
  const script = 'source ./plinth.fish; complete -C $argv[1]';
  const out = execFileSync('fish', ['--no-config', '-c', script, line], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  return out
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => each.split('\t')[0]!.replaceAll(/\\(.)/g, '$1'));
};

/** Runs an interactive zsh in a terminal of its own, presses Tab, and reads what its completion adds. */
const zsh: Complete = (line) => {
  const script = `zmodload zsh/zpty
    zpty session zsh -f -i
    zpty -w session "PROMPT= RPROMPT=; fpath=($PWD \\$fpath); autoload -Uz compinit; compinit -u -d $PWD/dump"
    zpty -w session 'compadd() {
        local -a __hits; builtin compadd -A __hits "$@"; print -rl -- HIT:\${^__hits}; builtin compadd "$@" }
      finish() { print -r -- "END OF COMPLETION"; exit }
      zle -N finish; bindkey "^X" finish; bindkey "^I" complete-word; zstyle ":completion:*" list-max 0'
    zpty -w session 'print READ""Y'
    zpty -r session got '*READY*'
    zpty -w -n session "$1"$'\\t\\x18'
    zpty -r session got '*END OF COMPLETION*'
    print -r -- "$got"`;
  const out = execFileSync('zsh', ['-f', '-c', script, 'zsh', line], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TERM: 'dumb', HOME: folder },
    timeout: 60_000,
  });
  return [...new Set([...out.matchAll(/HIT:([^\r\n]+)/g)].map(([, hit]) => hit!.replaceAll(/\\(.)/g, '$1')))];
};

const shells: [string, Complete][] = [
  ['bash', bash],
  ['fish', fish],
  ['zsh', zsh],
];

describe.each(shells)('%s', (name, complete) => {
  test.skipIf(!has(name))('offers the commands, the options, their values and files', () => {
    expect(complete('plinth receipts ').sort()).toEqual(['delete', 'export', 'list', 'show']);
    expect(complete('plinth rec')).toEqual(expect.arrayContaining(['receipts', 'recording']));
    expect(complete('plinth rec')).not.toContain('serve');
    expect(complete('plinth receipts list --o')).toEqual(['--oldest-first']);
    // Options of the program stand before and after the command. Their values are no commands.
    expect(complete('plinth --data-dir list --json receipts list --js')).toEqual(['--json']);
    expect(complete('plinth tail --event file')).toEqual(['file.changed']);
    const agents = complete('plinth bridge connect cl');
    expect(agents).toEqual(expect.arrayContaining(['claude-code', 'cline']));
    expect(agents.filter((agent) => !agent.startsWith('cl'))).toEqual([]);
    expect(complete('plinth completion ')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
    for (const command of ['verify', 'restore'])
      expect(complete(`plinth ${command} oth`)).toEqual(['other.txt']);
    expect(complete('plinth token list ')).toEqual([]);
    expect(complete('plinth run -- ca')).toContain('cat');
    expect(complete('plinth run -- cat oth')).toEqual(['other.txt']);
  });

  test.skipIf(!has(name))('offers the values after an equals sign', () => {
    expect(complete('plinth tail --event=file').map((each) => each.replace(/^--event=/, ''))).toEqual([
      'file.changed',
    ]);
  });

  test.skipIf(!has(name))('keeps a file with a space in its name one word', () => {
    expect(complete('plinth redact note').map((each) => each.trim())).toEqual(['notes one.txt']);
    expect(complete('plinth receipts list --project a').map((each) => each.replace(/\/$/, ''))).toEqual([
      'a folder',
    ]);
  });
});

test('the script of PowerShell has every command and option, in ASCII', () => {
  const script = powershellCompletion(tree);
  for (const { path, options } of allCommands(tree)) {
    expect(script).toContain(`'/${path.join('/')}' = `);
    for (const option of options) for (const name of option.names) expect(script).toContain(`@('${name}', `);
  }
  for (const write of [bashCompletion, zshCompletion, fishCompletion, powershellCompletion]) {
    expect(write(tree)).toMatch(/^[\p{ASCII}]*$/u);
  }
});

test.skipIf(!has('pwsh'))('PowerShell offers commands and values', () => {
  const offered = (line: string) =>
    execFileSync(
      'pwsh',
      [
        '-NoProfile',
        '-Command',
        `. ./plinth.ps1; [System.Management.Automation.CommandCompletion]::CompleteInput('${line}', ${line.length}, $null).CompletionMatches.CompletionText`,
      ],
      { cwd: folder, encoding: 'utf8' },
    )
      .trim()
      .split(/\r?\n/);
  expect(offered('plinth receipts ')).toEqual(['list', 'show', 'delete', 'export']);
  expect(offered('plinth tail --event file')).toEqual(['file.changed']);
});
