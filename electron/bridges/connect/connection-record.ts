import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { HarnessEnvironmentVariables, type HarnessId, HarnessIdSchema } from '../../../shared/bridge.ts';
import { removeFile } from '../../platform/held-file.ts';
import { writePrivateFile } from '../../platform/private-file.ts';
import { readOwnText } from '../../platform/regular-file.ts';
import type { MovedEntries, PlannedChange } from '../configuration/planned-change.ts';
import type { HarnessEnvironment } from '../harnesses/harness.ts';

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
  /** The members that were added to a file with settings, with their values. */
  members: Type.Optional(Type.Array(Type.Object({ path: Type.Array(Type.String()), value: Type.Unknown() }))),
  insertions: Type.Array(
    Type.Object({ offset: Type.Integer(), text: Type.String(), instead: Type.Optional(Type.String()) }),
  ),
});
export type ConnectionRecord = Static<typeof ConnectionRecord>;

/** Connection records, one file for each connection. */
export class ConnectionRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get(harness: HarnessId, bridgeId: string): ConnectionRecord | undefined {
    try {
      const value: unknown = JSON.parse(readOwnText(this.#file(bridgeId)));
      return Check(ConnectionRecord, value) && value.harness === harness ? value : undefined;
    } catch {
      // Without a record, disconnecting uses the structure of the file.
      return undefined;
    }
  }

  set(bridgeId: string, record: ConnectionRecord): void {
    writePrivateFile(this.#file(bridgeId), JSON.stringify(record));
  }

  /** Keeps where the entries of a connection stand after the change of another one. */
  noteMoved({ harness, bridgeId, record }: MovedEntries): void {
    const before = this.get(harness, bridgeId);
    if (before !== undefined) this.set(bridgeId, { ...before, ...record });
  }

  delete(bridgeId: string): void {
    removeFile(this.#file(bridgeId));
  }

  #file(bridgeId: string): string {
    return join(this.#folder, `${bridgeId}.json`);
  }
}

/**
 * Returns the record of a connection after a change. `isCreated` is true for a file that another connection created:
 * the last one that leaves it deletes it.
 */
export function recordOf(
  connection: { harness: HarnessId; environment: HarnessEnvironment; record: ConnectionRecord | undefined },
  planned: PlannedChange,
  createdFolders: string[],
  isCreated: boolean,
): ConnectionRecord {
  const { harness, environment, record: earlier } = connection;
  // A renewed file loses what was inserted before.
  const text = planned.after ?? '';
  const stillThere = (earlier?.insertions ?? []).filter((insertion) => text.includes(insertion.text));
  const { PATH: _path, ...variables } = environment.variables;
  const members = planned.members ?? earlier?.members;
  return {
    version: 1,
    harness,
    path: planned.file.path,
    variables,
    ...(earlier?.reportedVersion === undefined ? {} : { reportedVersion: earlier.reportedVersion }),
    createdFile: planned.file.text === undefined || earlier?.createdFile === true || isCreated,
    createdFolders: createdFolders.length > 0 ? createdFolders : (earlier?.createdFolders ?? []),
    created: [...new Set([...(earlier?.created ?? []), ...planned.created])],
    insertions: [...stillThere, ...planned.insertions],
    ...(members === undefined ? {} : { members }),
  };
}
