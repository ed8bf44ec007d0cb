import { dirname } from 'node:path';
import { shellQuoted } from '../../platform/shell-quote.ts';
import { CALLER_HEADER } from './calling-program.ts';

/*
 * The texts of the launcher. A missing configuration means that no collector listens. The launcher then reads
 * the report to its end, so that the harness never writes into a closed pipe, and discards it.
 */

/*
 * A harness's shell reads the launcher, with the connection as its first argument. Entries of earlier versions run
 * it as a program. The text therefore names its folder itself, and closes the output of whichever shell runs it.
 */
const head = (folder: string) => `#!/bin/sh
# Plinth: passes a harness's report to the collector on this computer. It never fails and never says anything.
exec >/dev/null 2>&1
d=${shellQuoted(folder)}
c="$d/$1.curl"`;

/*
 * curl has read the whole report, whether it was sent or not. Only a shell that could not start it (126, 127) still
 * has the report to read.
 */
const SEND = `curl -q -K "$c" -H "${CALLER_HEADER}: $PPID"; [ $? -lt 126 ] && exit 0`;

/** The end of each launcher: sends the report if `condition`, the beginning of a shell's `if`, holds. */
const sendIf = (...condition: string[]) => [...condition, `  ${SEND}`, 'fi', 'cat', 'exit 0', ''];

/**
 * Builds the launcher that reports over a Unix socket. The socket and its folder must belong to the same user.
 * A folder in the data directory is as private as the launcher. Another user can create a folder in the
 * temporary directory, so the launcher checks its mode too.
 */
export function socketLauncher(launcher: string, socketPath: string): string {
  const beside = dirname(launcher) === dirname(socketPath);
  const place = beside
    ? ['s="$d/collector.sock"', 'f="$d"']
    : [
        `s=${shellQuoted(socketPath)}`,
        `f=${shellQuoted(dirname(socketPath))}`,
        '[ -L "$f" ] || case $(ls -ld "$f") in d???------*) p=1 ;; esac',
      ];
  const isPrivate = beside ? '' : '[ "$p" = 1 ] && ';
  return [
    head(dirname(launcher)),
    ...(beside ? [] : ['p=0']),
    ...place,
    ...sendIf(`if [ -r "$c" ] && ${isPrivate}[ -S "$s" ] && [ -O "$s" ] && [ -O "$f" ]; then`),
  ].join('\n');
}

/**
 * Reports to a loopback port after the server there proves that it is this run's collector. For Git Bash on
 * Windows.
 */
export const portLauncher = (launcher: string): string =>
  [
    // Git Bash takes Windows paths with slashes.
    head(dirname(launcher).replaceAll('\\', '/')),
    'e=',
    ...sendIf(
      'if [ -r "$c" ] && [ -r "$d/proof.curl" ] && read -r e <"$d/proof.answer" && [ -n "$e" ] &&',
      '  [ "$(curl -q -K "$d/proof.curl" </dev/null)" = "$e" ]; then',
    ),
  ].join('\n');

/*
 * Stores the server's answer in a variable before any command reads it. Text that is substituted into a command
 * could run as a command. Delayed expansion is off while the answer is read, so that the answer cannot name the
 * variable of the expected answer. It is on for the comparison, so that the answer is not parsed.
 */
export const WINDOWS_LAUNCHER = [
  '@echo off',
  'rem Plinth: passes a harness report to the collector on this computer. It never fails and never says anything.',
  'setlocal DisableDelayedExpansion',
  'set "a="',
  'set "e="',
  'if not exist "%~dp0%1.curl" goto drop',
  'if not exist "%~dp0proof.answer" goto drop',
  'set /p e=<"%~dp0proof.answer"',
  'if not defined e goto drop',
  'for /f "usebackq delims=" %%a in (`curl.exe -q -K "%~dp0proof.curl" ^<nul 2^>nul`) do set "a=%%a"',
  'setlocal EnableDelayedExpansion',
  'if "!a!"=="!e!" (endlocal & goto send)',
  'endlocal',
  ':drop',
  'more >nul 2>nul',
  'exit /b 0',
  ':send',
  'curl.exe -q -K "%~dp0%1.curl" >nul 2>nul',
  'exit /b 0',
  '',
].join('\r\n');
