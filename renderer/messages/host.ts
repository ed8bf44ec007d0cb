import type { DoctorFinding } from '../../shared/doctor.ts';
import { bridgeNotes, bridgeRemedies } from '../../shared/words/bridges.ts';
import { doctorSentence } from '../../shared/words/doctor.ts';
import { failureSentence } from '../../shared/words/failures.ts';
import { exactTime } from '../format/time.ts';

/** Words for the codes that the host sends. The command line has the same words. */
export const hostMessages = {
  failure: failureSentence,
  finding: (finding: DoctorFinding) => doctorSentence(finding, exactTime),
  bridgeNotes,
  bridgeRemedies,
};
