import { hrefOf } from '../../../shared/window-route.ts';
import { Group } from '../../components/setting.tsx';
import { NotYet } from '../../components/states.tsx';
import { messages } from '../../messages/index.ts';
import { useProblems } from '../problems/use-problems.ts';

const words = messages.today;

/** What the record itself shows to be missing, with the way to the details. */
export function NotSeen() {
  const problems = useProblems();
  const lines: [string, number][] = [
    [messages.problems.refused, problems.refusals.reduce((sum, { count }) => sum + count, 0)],
    [messages.problems.silent, problems.silent.length],
    [messages.problems.unended, problems.unended.length],
    [messages.problems.late, problems.late],
    [messages.problems.clock, problems.clockSteps.length],
  ];
  const shown = lines.filter(([, count]) => count > 0);
  return (
    <Group title={words.notSeen}>
      {!problems.loaded ? (
        <NotYet query={problems} />
      ) : shown.length === 0 ? (
        <p className="secondary">{words.allSeen}</p>
      ) : (
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
    </Group>
  );
}
