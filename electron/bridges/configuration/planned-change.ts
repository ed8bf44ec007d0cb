import type { HarnessId } from '../../../shared/bridge.ts';
import type { ConfigurationFile } from './file.ts';
import type { Insertion } from './insertions.ts';
import type { JsonMember } from './json-members.ts';

/** The current and the planned text of a file. `after` is undefined where the file is to be absent. */
export interface PlannedChange {
  file: ConfigurationFile;
  after: string | undefined;
  /** The current text with a credential hidden, where the plan has one. The planned text then has it hidden too. */
  shown?: string | undefined;
  insertions: Insertion[];
  created: string[];
  /** The members that the text then has of Plinth, where it gets members. */
  members?: JsonMember[];
  /** What the change inserts again of another connection in the same file, for that one's record. */
  moved?: MovedEntries;
}

/** Plans a text into which nothing is inserted. */
export const changeTo = (file: ConfigurationFile, after: string | undefined): PlannedChange => ({
  ...{ file, after, insertions: [], created: [] },
});

/** The entries of a connection that stand elsewhere in its file than before. */
export interface MovedEntries {
  harness: HarnessId;
  bridgeId: string;
  record: { insertions: Insertion[]; created: string[]; createdFile: boolean; createdFolders: string[] };
}
