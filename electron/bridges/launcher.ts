import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessId } from '../../shared/bridge.ts';
import { BRIDGES_PATH } from '../../shared/limits.ts';
import { isWellFormedCredential } from '../integrations/credential.ts';
import { makePrivateFolder, writePrivateFile } from '../private-file.ts';

/** A hook's whole time with the collector; agents wait for their hooks. */
const TOTAL_SECONDS = '0.5';

// Without a configuration nobody listens: the report is read to its end, so that the harness never writes into a
// closed pipe, and forgotten.
const POSIX_LAUNCHER = `#!/bin/sh
# Plinth: passes a harness's report to the collector on this computer. It never fails and never says anything.
exec >/dev/null 2>&1
c="\${0%/*}/$1.curl"
[ -r "$c" ] && curl -q -K "$c" || cat
exit 0
`;

const WINDOWS_LAUNCHER = [
  '@echo off',
  'rem Plinth: passes a harness report to the collector on this computer. It never fails and never says anything.',
  'if exist "%~dp0%1.curl" (curl.exe -q -K "%~dp0%1.curl" >nul 2>nul) else (more >nul 2>nul)',
  'exit /b 0',
  '',
].join('\r\n');

/**
 * The launcher that hooks run, and the files it reads. A harness's credential stands in a private file of its own;
 * curl's configuration, with the address of the moment, exists only while the collector listens, so that no
 * report goes to whoever has the port afterwards.
 */
export class LauncherFiles {
  readonly #folder: string;
  readonly path: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'bridges');
    this.path = join(this.#folder, 'report');
  }

  get folder(): string {
    return this.#folder;
  }

  /** Writes the launcher where it is missing or has been changed. */
  install(): void {
    makePrivateFolder(this.#folder);
    for (const [file, content] of [
      [this.path, POSIX_LAUNCHER],
      [`${this.path}.cmd`, WINDOWS_LAUNCHER],
    ] as const) {
      if (this.#read(file) !== content) writeFileSync(file, content);
      chmodSync(file, 0o700);
    }
  }

  keepCredential(harness: HarnessId, credential: string): void {
    makePrivateFolder(this.#folder);
    writePrivateFile(this.#file(harness, 'token'), credential);
  }

  /** The credential of a harness, undefined where it has been lost or damaged. */
  credential(harness: HarnessId): string | undefined {
    const credential = this.#read(this.#file(harness, 'token'))?.trim();
    return credential !== undefined && isWellFormedCredential(credential) ? credential : undefined;
  }

  /** Tells the launcher where the collector listens. */
  open(harness: HarnessId, baseUrl: string): void {
    const credential = this.credential(harness);
    if (credential === undefined) return;
    writePrivateFile(
      this.#file(harness, 'curl'),
      [
        `url = "${baseUrl}${BRIDGES_PATH}/${harness}"`,
        `header = "Authorization: Bearer ${credential}"`,
        'header = "Content-Type: application/json"',
        // Without this, curl waits a second for leave to send a larger body.
        'header = "Expect:"',
        'data-binary = "@-"',
        `max-time = ${TOTAL_SECONDS}`,
        'noproxy = "*"',
        'silent',
        'globoff',
        '',
      ].join('\n'),
    );
  }

  /** The collector stops listening: reports are forgotten at once until it is back. */
  close(harness: HarnessId): void {
    rmSync(this.#file(harness, 'curl'), { force: true });
  }

  forget(harness: HarnessId): void {
    this.close(harness);
    rmSync(this.#file(harness, 'token'), { force: true });
  }

  #file(harness: HarnessId, ending: string): string {
    return join(this.#folder, `${harness}.${ending}`);
  }

  #read(file: string): string | undefined {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  }
}
