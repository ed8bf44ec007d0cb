import type { ControlResult } from '../../shared/control.ts';
import { type DoctorFinding, doctorFinding, gapFindings } from '../../shared/doctor.ts';
import { type ListedProblems, splitProblems } from '../../shared/known-problems.ts';
import { currentGap, type RecordingGap, recentGaps } from '../../shared/recording-gap.ts';
import { filesSetAside } from '../platform/private-file.ts';
import { readSign } from '../record/sign-of-life.ts';
import { presentFailures, recordCheckFinding } from './doctor.ts';
import type { ControlledHost } from './handlers/controlled-host.ts';
import { fromStore } from './handlers/store-answer.ts';

/** Returns every gap of the record. Where no host runs, the first one is the time since the last one did. */
export async function allGaps({ receipts, dataDir, listener, now }: ControlledHost): Promise<RecordingGap[]> {
  const gaps = await fromStore(receipts.call('gaps'));
  const last = listener() === undefined ? readSign(dataDir) : undefined;
  return last === undefined ? gaps : [currentGap(last, now()), ...gaps];
}

/** Returns the open problems that the record shows, each as one finding. */
function problemsInRecord(
  { silent, refusals, late, clockSteps, gaps }: ListedProblems,
  { integrations, now }: ControlledHost,
): DoctorFinding[] {
  const alike = Map.groupBy(refusals, ({ integrationId, code }) => `${integrationId} ${code}`);
  const steps = [...clockSteps].sort((a, b) => Math.abs(b.byMs) - Math.abs(a.byMs));
  return [
    ...gapFindings(gaps, now()),
    ...[...alike.values()].map((group) =>
      doctorFinding('requests_refused', {
        name: integrations.get(group[0]!.integrationId ?? '')?.name ?? null,
        requests: group.reduce((sum, { count }) => sum + count, 0),
        at: group.reduce((last, { lastAt }) => (lastAt > last ? lastAt : last), ''),
      }),
    ),
    ...silent.map(({ integrationId: _, ...silence }) => doctorFinding('agent_silent', silence)),
    ...(late > 0 ? [doctorFinding('reports_late', { receipts: late })] : []),
    ...steps
      .slice(0, 1)
      .map(({ byMs, at }) => doctorFinding('clock_was_set', { byMs, at, otherTimes: steps.length - 1 })),
  ];
}

/**
 * Returns everything that is known to be missing or wrong now. Its findings are the one source for the window's count, for
 * `status` and for `doctor`, which examines more. A session without an end is no finding: most are closed terminals.
 */
export async function knownProblems(host: ControlledHost): Promise<ControlResult<'problems.list'>> {
  const { receipts, ledger, clock, settings, bridges, dataDir, now } = host;
  await ledger.flush();
  const listed = {
    ...(await fromStore(receipts.call('problems', now()))),
    clockSteps: clock
      .steps()
      .map(({ at, byMs }) => ({ at: new Date(at).toISOString(), byMs: Math.round(byMs) })),
    gaps: recentGaps(await allGaps(host), now()),
  };
  const check = recordCheckFinding(settings.lastCheck, now());
  const setAside = filesSetAside(dataDir);
  const findings = [
    ...(await presentFailures({ dataDir, refused: receipts.refused, settingsFaults: settings.faults })),
    ...(check.level === 'failure' ? [check] : []),
    ...bridges.obstructed().map((agent) => doctorFinding('agent_not_reporting', agent)),
    ...bridges.lostReports().map((lost) => doctorFinding('reports_lost', lost)),
    ...problemsInRecord(splitProblems(listed).open, host),
    ...(host.faults() > 0 ? [doctorFinding('errors_since_start', { faults: host.faults() })] : []),
    ...(setAside.length > 0 ? [doctorFinding('files_set_aside', { names: setAside })] : []),
  ];
  return { ...listed, findings };
}
