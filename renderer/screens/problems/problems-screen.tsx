import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { DoctorFinding } from '../../../shared/doctor.ts';
import { GapLines } from '../../components/gap-lines.tsx';
import { Group } from '../../components/setting.tsx';
import { Callout, Empty, Failed, Loading, NotYet } from '../../components/states.tsx';
import { messages } from '../../messages/index.ts';
import { TitleRow } from '../title-row.tsx';
import { ProblemGroups } from './problem-groups.tsx';
import { countDismissed, IN_GROUPS, useProblems } from './use-problems.ts';

const words = messages.problems;

function OtherFinding({ finding }: { finding: DoctorFinding }) {
  const { summary, remedy } = messages.finding(finding);
  return (
    <Callout tone={finding.level === 'failure' ? 'failure' : 'attention'}>
      <span>{summary}</span>
      {remedy !== null && <span>{remedy}</span>}
    </Callout>
  );
}

/** What the record shows to be missing or wrong, with the next step. */
export function ProblemsScreen() {
  const problems = useProblems();
  const { dismissed, findings, pauses, unended, loaded, isCurrent, failure, reload } = problems;
  const [showsDismissed, setShowsDismissed] = useState(false);
  const hidden = countDismissed(dismissed);
  const others = findings.filter(({ code }) => !IN_GROUPS.has(code));
  const none = findings.length === 0 && pauses.length === 0 && unended.length === 0;
  return (
    <>
      <TitleRow title={words.title} />
      <div className="scroll">
        <div className="settings">
          {!loaded && failure === undefined && <Loading />}
          {!loaded && failure !== undefined && <Failed failure={failure} onRetry={reload} />}
          {loaded && !isCurrent && <NotYet query={problems} />}
          {isCurrent && none && <Empty icon={CircleCheck} title={words.none} text={words.noneText} />}
          {others.map((finding) => (
            <OtherFinding key={JSON.stringify(finding)} finding={finding} />
          ))}
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
