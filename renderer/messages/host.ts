import type { Incident } from '../../shared/control.ts';
import type { DoctorFinding } from '../../shared/doctor.ts';
import { bridgeNotes, bridgeRemedies } from '../../shared/words/bridges.ts';
import { doctorSentence } from '../../shared/words/doctor.ts';
import { failureSentence } from '../../shared/words/failures.ts';
import { incidentSentences } from '../../shared/words/incidents.ts';
import { exactTime } from '../format/time.ts';

/** Words for the codes that the host sends. The command line has the same words. */
export const hostMessages = {
  failure: failureSentence,
  incident: (incident: Incident) => incidentSentences(incident, exactTime),
  finding: (finding: DoctorFinding) => doctorSentence(finding, exactTime),
  bridgeNotes,
  bridgeRemedies,
};
