import { CircleCheck } from 'lucide-react';
import type { LoggedRefusal } from '../../../shared/control.ts';
import type { PauseScope } from '../../../shared/pause.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { FigureLink } from '../../components/figure-link.tsx';
import { usePartNames } from '../../components/pauses.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Group } from '../../components/setting.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { exactTime, lengthOfTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { SessionLines } from '../insight/session-lines.tsx';
import { RefusalText } from '../integrations/first-event.tsx';
import { TitleRow } from '../title-row.tsx';
import { countProblems, useProblems } from './use-problems.ts';

const words = messages.problems;
const WEEK_MS = 7 * 86_400_000;

/** What the record shows to be missing or wrong, with the next step. */
export function ProblemsScreen() {
  const now = useNow();
  const problems = useProblems();
  const { silent, unended, late, refusals, pauses, loaded } = problems;
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const nameOf = (id: string | null) => integrations.value?.integrations.find((each) => each.id === id)?.name;
  const partName = usePartNames();
  const partOf = (scope: PauseScope | null) => (scope === null ? undefined : partName(scope));
  const none = countProblems(problems) === 0 && pauses.length === 0;
  return (
    <>
      <TitleRow title={words.title} />
      <div className="scroll">
        <div className="settings">
          {!loaded && <Loading />}
          {loaded && none && <Empty icon={CircleCheck} title={words.none} text={words.noneText} />}
          {refusals.length > 0 && (
            <Group title={words.refused} note={words.refusedNote}>
              <ul className="card lines">
                {[...grouped(refusals)].map(([key, { newest, count }]) => (
                  <li key={key} className="lines__one">
                    <div className="lines__text">
                      <strong dir="auto">{words.refusedOf(nameOf(newest.integrationId))}</strong>
                      <RefusalText refusal={newest} />
                    </div>
                    <span className="secondary numeric">
                      {words.times(count)} · <RelativeTime instant={newest.at} />
                    </span>
                  </li>
                ))}
              </ul>
            </Group>
          )}
          {silent.length > 0 && (
            <Group title={words.silent} note={words.silentNote}>
              <ul className="card lines">
                {silent.map(({ integrationId, name, lastAt, usualPauseMs }) => (
                  <li key={integrationId} className="lines__one">
                    <p className="lines__text" title={exactTime(lastAt)}>
                      {words.silentLine(
                        name,
                        lengthOfTime(now - Date.parse(lastAt)),
                        lengthOfTime(usualPauseMs),
                      )}
                    </p>
                    <a href={hrefOf({ screen: 'agents' })}>{words.check}</a>
                  </li>
                ))}
              </ul>
            </Group>
          )}
          {unended.length > 0 && (
            <Group title={words.unended} note={words.unendedNote}>
              <SessionLines sessions={unended} />
            </Group>
          )}
          {late > 0 && (
            <Group title={words.late}>
              <p>
                {words.lateLine(late)}{' '}
                <FigureLink
                  count={late}
                  filter={{
                    late: true,
                    since: new Date(Math.floor((now - WEEK_MS) / WEEK_MS) * WEEK_MS).toISOString(),
                  }}
                  label={words.show}
                />
              </p>
            </Group>
          )}
          {pauses.length > 0 && (
            <Group title={words.pauses} note={words.pausesNote}>
              <ul className="card lines">
                {pauses.map(({ from, until, notRecorded, scope }) => (
                  <li key={`${from} ${JSON.stringify(scope)}`} className="lines__one">
                    {until === null
                      ? messages.recording.openGap(exactTime(from), notRecorded, partOf(scope))
                      : messages.recording.gap(exactTime(from), exactTime(until), notRecorded, partOf(scope))}
                  </li>
                ))}
              </ul>
            </Group>
          )}
        </div>
      </div>
    </>
  );
}

/** Groups equal refusals of one integration, the newest first. */
function grouped(refusals: readonly LoggedRefusal[]): Map<string, { newest: LoggedRefusal; count: number }> {
  const groups = new Map<string, { newest: LoggedRefusal; count: number }>();
  for (const refusal of refusals) {
    const key = JSON.stringify([refusal.integrationId, refusal.code, refusal.endpoint, refusal.errors]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { newest: refusal, count: 1 });
    else group.count += 1;
  }
  return groups;
}
