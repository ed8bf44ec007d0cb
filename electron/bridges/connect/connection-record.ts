import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { HarnessEnvironmentVariables, type HarnessId, HarnessIdSchema } from '../../../shared/bridge.ts';
import { writePrivateFile } from '../../platform/private-file.ts';

/** The changes that connecting made, so that disconnecting can undo exactly these. Contains no secret. */
const ConnectionRecord = Type.Object({
  version: Type.Literal(1),
  harness: HarnessIdSchema,
  path: Type.String(),
  /** The variables in force when the user connected. The window's process may not have them. */
  variables: HarnessEnvironmentVariables,
  /** The version that the harness itself last reported. Its files can belong to another installation. */
  reportedVersion: Type.Optional(Type.String()),
  createdFile: Type.Boolean(),
  createdFolders: Type.Array(Type.String()),
  /** Containers that were created for our entries, as `hooks/Event`. */
  created: Type.Array(Type.String()),
  insertions: Type.Array(Type.Object({ offset: Type.Integer(), text: Type.String() })),
});
export type ConnectionRecord = Static<typeof ConnectionRecord>;

const validator = Compile(ConnectionRecord);

/** Connection records, one file for each connection. */
export class ConnectionRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get(harness: HarnessId, bridgeId: string): ConnectionRecord | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#file(bridgeId), 'utf8'));
      return validator.Check(value) && value.harness === harness ? value : undefined;
    } catch {
      // Without a record, disconnecting uses the structure of the file.
      return undefined;
    }
  }

  set(bridgeId: string, record: ConnectionRecord): void {
    writePrivateFile(this.#file(bridgeId), JSON.stringify(record));
  }

  delete(bridgeId: string): void {
    rmSync(this.#file(bridgeId), { force: true });
  }

  #file(bridgeId: string): string {
    return join(this.#folder, `${bridgeId}.json`);
  }
}
