import type { ReactNode } from 'react';
import type { Session } from '../../../shared/receipt.ts';
import { sessionState } from '../../../shared/session-state.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { rhythmWords } from '../../../shared/words/rhythm.ts';
import { sessionStateWords } from '../../../shared/words/session-state.ts';
import { sessionTitle } from '../../../shared/words/session-title.ts';
import { MoreLink } from '../../components/more-link.tsx';
import { useGapSentence } from '../../components/pauses.ts';
import { ProjectName } from '../../components/project-name.tsx';
import { None, NotYet } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { clockTime, lengthOfTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { useProblems } from '../problems/use-problems.ts';

const words = messages.today;
const MOST = 6;

/** The sessions that reported lately, the integrations that are silent, and the pause if there is one. */
export function NowPanel() {
  const now = useNow();
  const sessions = useQuery('sessions.query', { limit: 50 }, ['receipts']);
  const { silent } = useProblems();
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const sentenceOf = useGapSentence();
  const open = (gaps.value?.gaps ?? []).filter(({ until }) => until === null);
  // The last answer grows old: what ran then is not what runs now.
  if (!sessions.isCurrent) {
    return (
      <section className="card now" aria-label={words.now}>
        <Line>
          <NotYet query={sessions} />
        </Line>
      </section>
    );
  }
  const states = new Map(sessions.value!.sessions.map((session) => [session, sessionState(session, now)]));
  const inState = (wanted: string) =>
    [...states].flatMap(([session, state]) => (state === wanted ? session : []));
  const running = inState('running');
  const recent = [...running, ...inState('quiet')];
  return (
    <section className="card now" aria-label={words.now}>
      {recent.slice(0, MOST).map((session) => (
        <SessionLine key={session.key} session={session} now={now} />
      ))}
      <MoreLink
        shown={MOST}
        of={recent.length}
        what={words.moreSessions}
        href={hrefOf({ screen: 'sessions' })}
      />
      {running.length === 0 && (
        <Line>
          <None query={sessions}>{words.nothingRuns}</None>
        </Line>
      )}
      {silent.map(({ integrationId, name, ...silence }) => (
        <Line key={integrationId} state="silent">
          <strong className="truncate" dir="auto">
            {name}
          </strong>
          <a href={hrefOf({ screen: 'problems' })}>{rhythmWords(silence)}</a>
        </Line>
      ))}
      {open.map((gap) => (
        <Line key={`${gap.from} ${JSON.stringify(gap.scope)}`} state="silent">
          {sentenceOf(gap, (instant) => clockTime(instant, now))}
        </Line>
      ))}
    </section>
  );
}

function Line({ state, children }: { state?: 'running' | 'silent'; children: ReactNode }) {
  return (
    <div className="now__line" data-tone={state === 'silent' ? 'attention' : undefined}>
      <span className="now__light" data-state={state} aria-hidden />
      {children}
    </div>
  );
}

function SessionLine({ session, now }: { session: Session; now: number }) {
  return (
    <Line {...(sessionState(session, now) === 'running' ? { state: 'running' as const } : {})}>
      <strong className="truncate" dir="auto">
        {session.integration.name}
      </strong>
      <a className="truncate" dir="auto" href={hrefOf({ screen: 'sessions', detail: String(session.key) })}>
        {sessionTitle(session)}
      </a>
      <span className="secondary truncate" dir="auto">
        <ProjectName session={session} />
      </span>
      <span className="secondary numeric">{sessionStateWords(session, now, lengthOfTime)}</span>
    </Line>
  );
}
