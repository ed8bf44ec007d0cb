import { isUnwanted } from '../../../shared/recording-gap.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { useGapSentence } from '../../components/pauses.ts';
import { Group } from '../../components/setting.tsx';
import { None, NotYet } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { listTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { gapsOf } from '../activity/list-items.ts';
import { IN_GROUPS, useProblems } from '../problems/use-problems.ts';

const words = messages.today;

/** What the record itself shows to be missing in a time, with the way to the details. */
export function NotSeen(time: { since: string; until: string }) {
  const now = useNow();
  const problems = useProblems();
  const sentenceOf = useGapSentence();
  const listed = useQuery('recording.gaps', {}, ['recording']);
  const gaps = gapsOf(time, listed.value?.gaps ?? []);
  const unwanted = gaps.filter(isUnwanted);
  const [newest] = unwanted;
  const lines: [string, number][] = [
    [newest === undefined ? '' : sentenceOf(newest, (instant) => listTime(instant, now)), unwanted.length],
    [messages.problems.pauses, gaps.filter(({ cause }) => cause === 'paused').length],
    [messages.problems.refused, problems.refusals.reduce((sum, { count }) => sum + count, 0)],
    [messages.problems.silent, problems.silent.length],
    [messages.problems.unended, problems.unendedCount],
    [messages.problems.late, problems.late],
    [messages.problems.clock, problems.clockSteps.length],
    [words.otherProblems, problems.findings.filter(({ code }) => !IN_GROUPS.has(code)).length],
  ];
  const query = {
    failure: problems.failure ?? listed.failure,
    isCurrent: problems.isCurrent && listed.isCurrent,
  };
  const shown = lines.filter(([, count]) => count > 0);
  return (
    <Group title={words.notSeen}>
      {shown.length > 0 && (
        <ul className="worth">
          {shown.map(([label, count]) => (
            <li key={label}>
              <span>{label}</span>
              <a className="figure-link numeric" href={hrefOf({ screen: 'problems' })}>
                {messages.problems.times(count)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {shown.length === 0 ? (
        <None query={query}>{words.allSeen}</None>
      ) : (
        !query.isCurrent && <NotYet query={query} />
      )}
    </Group>
  );
}
