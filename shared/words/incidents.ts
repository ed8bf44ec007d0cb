import type { Incident } from '../control.ts';
import type { FileHarm, RestoredPart } from '../incident.ts';
import { markedName } from '../integration-name.ts';
import { asSent, type FormatInstant } from './instants.ts';
import { listed, receipts } from './plural.ts';
import { UNKNOWN_LOSS } from './repair.ts';

const harms: Record<FileHarm, string> = {
  deleted: 'Another program deleted files of Plinth',
  replaced: 'Another program put other files in the place of Plinth’s',
  overwritten: 'Another program wrote over files of Plinth',
  permissions: 'Another program changed the permissions of Plinth’s files',
  truncated: 'The receipt store was empty or cut off',
  damaged: 'The receipt store was damaged',
  indexes: 'The indexes of the receipt store lacked receipts or could not be read',
  schema: 'Another program had added triggers, views, tables or indexes to the receipt store',
};

const parts: Record<RestoredPart, string> = {
  receipts: 'the receipt store',
  folder: 'the data directory',
  lock: 'the lock',
  settings: 'settings and tokens',
  key: 'the key file',
  log: 'the log',
  bridges: 'the launchers and the socket of connected agents',
  runtime: 'runtime.json',
  control: 'the control socket',
};

/** What happened to the files of a running host, for a person. */
interface IncidentSentences {
  /** The harm, without its time. */
  title: string;
  /** What Plinth did, and what was lost if anything was. */
  outcome: string;
  /** The last report before the harm, or null where there is none. */
  lastReport: string | null;
}

/** Gives the sentences of an incident. Instants are in ISO 8601 if `instant` is not given. */
export function incidentSentences(incident: Incident, instant: FormatInstant = asSent): IncidentSentences {
  const { harm, restored, waited, unrecorded, lost, lastReports } = incident;
  const [last] = lastReports;
  const sentences: string[] = [];
  if (harm === 'truncated' || harm === 'damaged') {
    sentences.push(
      incident.receipts === 0
        ? 'Plinth renamed this file and started a new store.'
        : `Plinth renamed this file and wrote what was readable to a new one: ${receipts(incident.receipts)}.`,
    );
  }
  if (harm === 'indexes') sentences.push('Plinth makes the indexes anew. No receipt was lost.');
  if (harm === 'schema') sentences.push('Plinth removed them.');
  if (lost === null) sentences.push(UNKNOWN_LOSS);
  else if (lost > 0) {
    sentences.push(
      `${receipts(lost)} could not be read. To see which, check the record, or run: plinth verify.`,
    );
  }
  if (restored.length > 0) {
    sentences.push(`Plinth wrote these again: ${listed(restored.map((part) => parts[part]))}.`);
  }
  if (restored.includes('receipts')) sentences.push(`The store contains ${receipts(incident.receipts)}.`);
  if (waited > 0) sentences.push(`Of these, ${receipts(waited)} waited until the folder could be written.`);
  if (unrecorded > 0) sentences.push(`Plinth could not keep ${receipts(unrecorded)}.`);
  return {
    title: `${harms[harm]}.`,
    outcome: sentences.join(' '),
    lastReport:
      last === undefined
        ? null
        : `The last report before it came from ${markedName(last.integration.name)} at ${instant(last.receivedAt)}.`,
  };
}
