import { dirname } from 'node:path';
import { shellQuoted } from '../../../shared/shell-quote.ts';
import { CALLER_HEADER } from './calling-program.ts';
import { LOST_NAME, REPORT_HEADER } from './lost-reports.ts';

/** The time limit of a hook: of its input, its curl and the collector together. A harness waits for its hooks. */
export const HOOK_SECONDS = 0.4;

/**
 * The file that the host on Windows keeps open and lets nobody else open. Windows closes it when the host ends, however it
 * ends, and the port of the routes is the host's own until then.
 */
export const HELD_NAME = 'held';

/** Reads what a harness still writes, within the time limit. macOS has no `timeout`. */
const DISCARD_BY_CURL = `curl -q -m ${HOOK_SECONDS} -T . file:///dev/null`;
const DISCARD = `[ -t 0 ] || if command -v timeout >/dev/null; then timeout ${HOOK_SECONDS} cat >/dev/null; else command -p ${DISCARD_BY_CURL}; fi`;

/**
 * Begins each hook. Whatever ends the shell, it prints no error and its exit code is 0: a shell whose `.` fails ends with
 * 2, which denies the tool call in some harnesses. An unread report is read, so that no harness writes into a closed pipe.
 */
export const HOOK_GUARD = `exec 2>/dev/null && trap "${DISCARD}; exit 0" 0`;

/** The largest file of lost reports, in blocks: 64 KiB, or 128 in bash. It has room for 2000 reports, a day of much use. */
const MAX_LOST_BLOCKS = 128;

/*
 * A harness's shell reads the launcher after `HOOK_GUARD`, with the connection as its first argument. The braces keep a
 * shell from running the beginning of a file that is not whole. Neither a terminal nor a closed
 * input holds a report.
 */
const head = (
  folder: string,
) => `# Plinth: passes a harness's report to the collector. It never fails or says anything.
{
exec >/dev/null
d=${shellQuoted(folder)}
c="$d/$1.curl"
[ -t 0 ] && exit
true <&0 || exit`;

/*
 * Sends the report if `condition`, the beginning of a shell's `if`, holds, and counts it if nobody took it. No time is left
 * where curl's own ended (28) or the connection broke (52, 55, 56). Where no curl ran (126, 127), the guard reads the report.
 * After another error, `readRest` does.
 */
const sendIf = (readRest: string, ...condition: string[]) => [
  'r=127',
  ...condition,
  '  r=0',
  `  curl -q -K "$c" -H "${CALLER_HEADER}: $PPID" -H "${REPORT_HEADER}: $$" || r=$?`,
  'fi',
  `[ $r -gt 125 ] || trap 'exit 0' 0`,
  '[ $r = 0 ] && exit',
  `l="$d/${LOST_NAME}"`,
  `if [ -f "$l" ] || [ ! -e "$l" ]; then`,
  `  umask 077; trap '' XFSZ; ulimit -f ${MAX_LOST_BLOCKS} && echo "$1 $$" >>"$l"`,
  'fi',
  `case $r in 28 | 5[256] | 12[67]) ;; *) ${readRest} ;; esac`,
  'exit',
  '}',
  '',
];

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
        'p=0',
        `s=${shellQuoted(socketPath)}`,
        `f=${shellQuoted(dirname(socketPath))}`,
        '[ -L "$f" ] || case $(ls -ld "$f") in d???------*) p=1 ;; esac',
      ];
  const isPrivate = beside ? '' : '[ "$p" = 1 ] && ';
  return [
    head(dirname(launcher)),
    ...place,
    // After curl, no other program waits for what the harness still writes.
    ...sendIf(
      DISCARD_BY_CURL,
      `if [ -f "$c" ] && [ -r "$c" ] && ${isPrivate}[ -S "$s" ] && [ -O "$s" ] && [ -O "$f" ]; then`,
    ),
  ].join('\n');
}

/**
 * Reports to a loopback port while the host that wrote the route runs: it alone has {@link HELD_NAME} open, so nothing else
 * can open it. For Git Bash on Windows.
 */
export const portLauncher = (launcher: string): string =>
  [
    // Git Bash takes Windows paths with slashes.
    head(dirname(launcher).replaceAll('\\', '/')),
    // For the curl of Windows, `/dev/null` is the file `null` of a folder `C:\dev`, which would then hold the report.
    ...sendIf(
      `timeout ${HOOK_SECONDS} cat`,
      `if [ -f "$c" ] && [ -r "$c" ] && ! true >>"$d/${HELD_NAME}"; then`,
    ),
  ].join('\n');

/*
 * Works in Plinth's own folder: cmd looks for programs in its current folder first, which is the agent's project, and curl
 * reads a path with letters of another alphabet in the computer's code page.
 */
export const WINDOWS_LAUNCHER = [
  '@echo off',
  'rem Plinth: passes a harness report to the collector on this computer. It never fails and never says anything.',
  'setlocal DisableDelayedExpansion',
  'pushd "%~dp0" 2>nul || exit /b 0',
  'if not exist "%1.curl" goto drop',
  // The host that runs is the only one that has this file open.
  `(call ) 2>nul >>${HELD_NAME} && goto drop`,
  'curl.exe -q -K "%1.curl" >nul 2>nul',
  'popd',
  'exit /b 0',
  ':drop',
  'more >nul 2>nul',
  'popd',
  'exit /b 0',
  '',
].join('\r\n');
