import type { ReactNode } from 'react';
import type { ListedProblems } from '../../../shared/known-problems.ts';
import { type ClockStep, problemName, type RefusalGroup } from '../../../shared/problems.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { lateSentence, silenceSentence } from '../../../shared/words/rhythm.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { GapLines } from '../../components/gap-lines.tsx';
import { MoreLink } from '../../components/more-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Group } from '../../components/setting.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { exactTime, lengthOfTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { SessionLines } from '../insight/session-lines.tsx';
import { RefusalText } from '../integrations/first-event.tsx';

const words = messages.problems;
const WEEK_MS = 7 * 86_400_000;

/** Each kind of problem as a group, with what to do about it. */
export function ProblemGroups({
  problems,
  dismissed = false,
}: {
  problems: ListedProblems;
  dismissed?: boolean;
}) {
  const { silent, unended, unendedCount, late, refusals, clockSteps, gaps } = problems;
  const dismiss = (problem: string) => <Dismiss problem={problem} dismissed={dismissed} />;
  return (
    <>
      {gaps.length > 0 && (
        <Group title={words.gaps} note={words.gapsNote} aside={dismiss(problemName.gap)}>
          <GapLines gaps={gaps} />
        </Group>
      )}
      {refusals.length > 0 && <Refusals refusals={refusals} dismiss={dismiss} />}
      {silent.length > 0 && <Silent silent={silent} dismiss={dismiss} />}
      {unended.length > 0 && (
        <Group title={words.unended} note={words.unendedNote} aside={dismiss(problemName.unended)}>
          <SessionLines sessions={unended} />
          <MoreLink
            shown={unended.length}
            of={unendedCount}
            what={words.unendedOf}
            href={hrefOf({ screen: 'sessions' })}
          />
        </Group>
      )}
      {late > 0 && <Late late={late} dismiss={dismiss} />}
      {clockSteps.length > 0 && <Clock steps={clockSteps} dismiss={dismiss} />}
    </>
  );
}

type DismissButton = (problem: string) => ReactNode;

/** Hides a problem until it occurs again, or shows a hidden one. */
function Dismiss({ problem, dismissed }: { problem: string; dismissed: boolean }) {
  const connection = useConnection();
  const set = async (next: boolean) => {
    const answer = await connection.call('problems.dismiss', { problem, dismissed: next });
    if (!answer.ok) announce(messages.failure(answer.error));
    return answer.ok;
  };
  const toggle = async () => {
    if ((await set(!dismissed)) && !dismissed) announce(words.isDismissed, () => void set(false));
  };
  return (
    <Button look="quiet" title={dismissed ? undefined : words.dismissNote} onClick={() => void toggle()}>
      {dismissed ? words.showAgain : words.dismiss}
    </Button>
  );
}

function Refusals(props: { refusals: readonly RefusalGroup[]; dismiss: DismissButton }) {
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const found = (id: string | null) => integrations.value?.integrations.find((each) => each.id === id);
  return (
    <Group title={words.refused} note={words.refusedNote}>
      <ul className="card lines">
        {props.refusals.map((refusal) => {
          const integration = found(refusal.integrationId);
          return (
            <li key={refusal.problem} className="lines__one">
              <div className="lines__text">
                <strong dir="auto">{words.refusedOf(integration?.name)}</strong>
                <RefusalText refusal={refusal} />
                {refusal.code === 'integration_mismatch' && integration !== undefined && (
                  <span className="secondary">{messages.expected(`“${integration.name}”`)}</span>
                )}
                {refusal.code === 'insufficient_permission' && integration !== undefined && (
                  <span className="secondary">{words.hasPermissions(integration.permissions)}</span>
                )}
                {integration !== undefined && (
                  <a href={hrefOf({ screen: integration.kind === 'managed' ? 'agents' : 'integrations' })}>
                    {integration.kind === 'managed' ? words.toAgent : words.toToken}
                  </a>
                )}
              </div>
              <span className="secondary numeric" title={words.firstAt(exactTime(refusal.firstAt))}>
                {words.times(refusal.count)} · <RelativeTime instant={refusal.lastAt} />
              </span>
              {props.dismiss(refusal.problem)}
            </li>
          );
        })}
      </ul>
    </Group>
  );
}

function Silent({ silent, dismiss }: { silent: ListedProblems['silent']; dismiss: DismissButton }) {
  return (
    <Group title={words.silent} note={words.silentNote}>
      <ul className="card lines">
        {silent.map((silence) => (
          <li key={silence.integrationId} className="lines__one">
            <p className="lines__text">{silenceSentence(silence, exactTime)}</p>
            <a href={hrefOf({ screen: 'agents' })}>{words.check}</a>
            {dismiss(problemName.silent(silence.integrationId))}
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Late({ late, dismiss }: { late: number; dismiss: DismissButton }) {
  const now = useNow();
  const since = new Date(Math.floor((now - WEEK_MS) / WEEK_MS) * WEEK_MS).toISOString();
  return (
    <Group title={words.late}>
      <ul className="card lines">
        <li className="lines__one">
          <p className="lines__text">{lateSentence(late)}</p>
          <FigureLink count={late} filter={{ late: true, since }} label={lateSentence(late)} />
          {dismiss(problemName.late)}
        </li>
      </ul>
    </Group>
  );
}

function Clock({ steps, dismiss }: { steps: readonly ClockStep[]; dismiss: DismissButton }) {
  return (
    <Group title={words.clock} note={words.clockNote}>
      <ul className="card lines">
        {steps.map(({ at, byMs }) => (
          <li key={at} className="lines__one">
            <p className="lines__text">
              {words.clockLine(exactTime(at), lengthOfTime(Math.abs(byMs)), byMs > 0)}
            </p>
            {dismiss(problemName.clock(at))}
          </li>
        ))}
      </ul>
    </Group>
  );
}
