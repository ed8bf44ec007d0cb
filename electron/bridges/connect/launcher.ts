import { closeSync, constants, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessId } from '../../../shared/bridge.ts';
import { BRIDGES_PATH } from '../../../shared/limits.ts';
import { isWellFormedCredential } from '../../integrations/credential.ts';
import { removeFile } from '../../platform/held-file.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-file.ts';
import { readOwnText } from '../../platform/regular-file.ts';
import { HARNESSES } from '../harnesses/index.ts';
import {
  HELD_NAME,
  HOOK_SECONDS,
  portLauncher,
  socketLauncher,
  WINDOWS_LAUNCHER,
} from './launcher-scripts.ts';
import { bridgeSocketPaths } from './private-socket-folder.ts';
import type { ServerProof } from './server-proof.ts';

/** The address where launchers reach the collector: a private Unix socket, or a loopback port with a proof for plugins. */
export type CollectorAddress =
  | { kind: 'socket'; path: string }
  | { kind: 'port'; port: number; proof: ServerProof };

const ROUTE_ENDINGS = ['.curl', '.route'];
/** The names of {@link LauncherFiles}, without those that others write. */
export const BRIDGE_FILE = /^(?:report|report\.cmd|.+\.(?:token|curl|route))$/s;
/** Makes Windows refuse every other opening of a file while it is open (`UV_FS_O_EXLOCK` of libuv). */
const OPEN_ALONE = 0x1000_0000;

/** Quotes a value for curl's configuration. */
function curlValue(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\v', '\\v');
  return `"${escaped}"`;
}

/**
 * Disables proxies and password files for every environment. `-q` on the command line makes curl ignore
 * `.curlrc`.
 */
const CURL_MANNERS = ['noproxy = "*"', 'proxy = ""', 'no-netrc', 'no-location', 'silent', 'globoff', ''];

/**
 * The launcher that hooks run, and the files it reads. Each harness has a private file with its credential. The
 * route holds the credential and the current address. It exists only while the collector listens.
 */
export class LauncherFiles {
  readonly #dataDir: string;
  readonly #folder: string;
  readonly path: string;
  #held: number | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, 'bridges');
    this.path = join(this.#folder, 'report');
  }

  get folder(): string {
    return this.#folder;
  }

  /** Writes the launcher. Without an address it uses the usual one. */
  install(address: CollectorAddress | undefined, platform: NodeJS.Platform): void {
    makePrivateFolder(this.#folder);
    const usualPath = bridgeSocketPaths(this.#dataDir)[0] ?? join(this.#folder, 'collector.sock');
    const usesPort = address === undefined ? platform === 'win32' : address.kind === 'port';
    const script = usesPort
      ? portLauncher(this.path)
      : socketLauncher(this.path, address?.kind === 'socket' ? address.path : usualPath);
    // A shell reads its script while it runs. A file that is put in place whole is never half a script.
    writePrivateFile(this.path, script);
    writePrivateFile(`${this.path}.cmd`, WINDOWS_LAUNCHER);
  }

  keepCredential(bridgeId: string, credential: string): void {
    makePrivateFolder(this.#folder);
    writePrivateFile(this.#file(bridgeId, 'token'), credential);
  }

  /** Returns the credential of a connection, or undefined where it is lost or damaged. */
  credential(bridgeId: string): string | undefined {
    const credential = this.#read(this.#file(bridgeId, 'token'))?.trim();
    return credential !== undefined && isWellFormedCredential(credential) ? credential : undefined;
  }

  /** Writes the collector's address for a connection's sender. */
  open({ harness, bridgeId }: { harness: HarnessId; bridgeId: string }, address: CollectorAddress): void {
    const { sender = 'launcher' } = HARNESSES[harness];
    const credential = this.credential(bridgeId);
    if (credential === undefined) return;
    if (sender === 'exporter') {
      const headers = { Authorization: `Bearer ${credential}` };
      writePrivateFile(this.#file(bridgeId, 'route'), JSON.stringify(headers));
      return;
    }
    if (sender === 'plugin') {
      writePrivateFile(this.#file(bridgeId, 'route'), this.#route(harness, credential, address));
      return;
    }
    writePrivateFile(this.#file(bridgeId, 'curl'), this.#curl(harness, credential, address));
    if (address.kind === 'port')
      this.#held ??= openSync(
        join(this.#folder, HELD_NAME),
        OPEN_ALONE | constants.O_RDWR | constants.O_CREAT,
        0o600,
      );
  }

  /** Removes a connection's route. Reports are then discarded at once. */
  close(bridgeId: string): void {
    for (const ending of ROUTE_ENDINGS) removeFile(join(this.#folder, `${bridgeId}${ending}`));
  }

  /** Removes the routes of all connections, and the files that they share, when the collector stops listening. */
  closeAll(): void {
    for (const name of this.#routes()) removeFile(join(this.#folder, name));
    if (this.#held !== undefined) closeSync(this.#held);
    this.#held = undefined;
  }

  /** Returns true when routes still exist: the run that wrote them crashed. */
  leftOpen(): boolean {
    return this.#routes().length > 0;
  }

  /** Returns what is wrong with the launcher itself. */
  fault(): 'launcher_missing' | 'launcher_not_executable' | undefined {
    const status = statSync(this.path, { throwIfNoEntry: false });
    if (status?.isFile() !== true) return 'launcher_missing';
    return (status.mode & 0o400) === 0 ? 'launcher_not_executable' : undefined;
  }

  /** Returns what is wrong with the route of a connection to the collector. */
  routeFault(bridgeId: string, address: CollectorAddress): 'route_missing' | 'wrong_socket' | undefined {
    const route = ROUTE_ENDINGS.map((ending) => this.#read(join(this.#folder, `${bridgeId}${ending}`))).find(
      (text) => text !== undefined,
    );
    if (route === undefined) return 'route_missing';
    if (address.kind === 'port') return route.includes(String(address.port)) ? undefined : 'wrong_socket';
    const isNamed = route.includes(curlValue(address.path)) || route.includes(JSON.stringify(address.path));
    return isNamed && existsSync(address.path) ? undefined : 'wrong_socket';
  }

  forget(bridgeId: string): void {
    this.close(bridgeId);
    removeFile(this.#file(bridgeId, 'token'));
  }

  #routes(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) =>
        ROUTE_ENDINGS.some((ending) => name.endsWith(ending)),
      );
    } catch {
      return [];
    }
  }

  #curl(harness: HarnessId, credential: string, address: CollectorAddress): string {
    const where =
      address.kind === 'socket'
        ? [`unix-socket = ${curlValue(address.path)}`, `url = "http://localhost${BRIDGES_PATH}/${harness}"`]
        : [`url = "http://127.0.0.1:${address.port}${BRIDGES_PATH}/${harness}"`];
    return [
      ...where,
      `header = "Authorization: Bearer ${credential}"`,
      'header = "Content-Type: application/json"',
      // Without this header, curl waits a second for a "100 Continue" before it sends a large body.
      'header = "Expect:"',
      // curl sends its input as it comes, so that the time limit also ends an input that stays open.
      'upload-file = "."',
      'request = "POST"',
      'fail',
      `max-time = ${HOOK_SECONDS}`,
      ...CURL_MANNERS,
    ].join('\n');
  }

  #route(harness: HarnessId, credential: string, address: CollectorAddress): string {
    const where =
      address.kind === 'socket'
        ? { socketPath: address.path }
        : { host: '127.0.0.1', port: address.port, proofSecret: address.proof.secret };
    const authorization = `Bearer ${credential}`;
    return JSON.stringify({ ...where, path: `${BRIDGES_PATH}/${harness}`, authorization });
  }

  #file(bridgeId: string, ending: string): string {
    return join(this.#folder, `${bridgeId}.${ending}`);
  }

  #read(file: string): string | undefined {
    try {
      return readOwnText(file);
    } catch {
      return undefined;
    }
  }
}
