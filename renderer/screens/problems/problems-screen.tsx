import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { GapLines } from '../../components/gap-lines.tsx';
import { Group } from '../../components/setting.tsx';
import { Callout, Empty, Failed, Loading } from '../../components/states.tsx';
import { useConnectionState, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { TitleRow } from '../title-row.tsx';
import { ProblemGroups } from './problem-groups.tsx';
import { countProblems, useProblems } from './use-problems.ts';

const words = messages.problems;

/** What the record shows to be missing or wrong, with the next step. */
export function ProblemsScreen() {
  const problems = useProblems();
  const { dismissed, pauses, loaded, failure, reload } = problems;
  const answers = useConnectionState() === 'connected';
  const [showsDismissed, setShowsDismissed] = useState(false);
  const check = useQuery('diagnostics.get', {}, ['settings']).value?.recordCheck;
  const changed = check?.level === 'failure' ? messages.finding(check) : undefined;
  const none = countProblems(problems) === 0 && pauses.length === 0 && changed === undefined;
  const hidden = countProblems(dismissed);
  return (
    <>
      <TitleRow title={words.title} />
      <div className="scroll">
        <div className="settings">
          {!loaded && failure === undefined && <Loading />}
          {!loaded && failure !== undefined && <Failed failure={failure} onRetry={reload} />}
          {!answers && <p className="secondary">{words.notAnswering}</p>}
          {loaded && answers && none && <Empty icon={CircleCheck} title={words.none} text={words.noneText} />}
          {changed !== undefined && (
            <Callout tone="failure">
              <span>{changed.summary}</span>
              <span>{changed.remedy}</span>
            </Callout>
          )}
          <ProblemGroups problems={problems} />
          {pauses.length > 0 && (
            <Group title={words.pauses} note={words.pausesNote}>
              <GapLines gaps={pauses} />
            </Group>
          )}
          {hidden > 0 && (
            <p>
              <button
                type="button"
                className="link-button"
                aria-expanded={showsDismissed}
                onClick={() => setShowsDismissed(!showsDismissed)}
              >
                {showsDismissed ? words.hideDismissed : words.showDismissed(hidden)}
              </button>
            </p>
          )}
          {showsDismissed && <ProblemGroups problems={dismissed} dismissed />}
        </div>
      </div>
    </>
  );
}
