import { hrefOf } from '../../../shared/window-route.ts';
import { useGapSentence } from '../../components/pauses.ts';
import { ProjectName } from '../../components/project-name.tsx';
import { useConnectionState, useQuery } from '../../control/control-context.tsx';
import { clockTime, lengthOfTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { isRunning } from '../insight/session-state.ts';
import { useProblems } from '../problems/use-problems.ts';

const words = messages.today;
const MOST = 6;
/** Below this, the shared clock is too coarse to say a length. */
const LEAST_LENGTH_MS = 60_000;

function runningFor(ms: number): string {
  return ms < LEAST_LENGTH_MS ? words.justBegun : words.running(lengthOfTime(ms));
}

/** The sessions that run, the integrations that are silent, and the pause if there is one. */
export function NowPanel() {
  const now = useNow();
  const sessions = useQuery('sessions.query', { limit: 50 }, ['receipts']);
  const { silent } = useProblems();
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const running = (sessions.value?.sessions ?? []).filter((session) => isRunning(session, now));
  const sentenceOf = useGapSentence();
  const answers = useConnectionState() === 'connected';
  const open = (gaps.value?.gaps ?? []).filter(({ until }) => until === null);
  // Nobody knows what runs now, and the last answer grows old.
  if (!answers) {
    return (
      <section className="card now" aria-label={words.now}>
        <p className="now__line secondary">
          <span className="now__light" aria-hidden />
          {words.notAnswering}
        </p>
      </section>
    );
  }
  return (
    <section className="card now" aria-label={words.now}>
      {running.slice(0, MOST).map((session) => (
        <p key={session.key} className="now__line">
          <span className="now__light" data-state="running" aria-hidden />
          <strong className="truncate" dir="auto">
            {session.integration.name}
          </strong>
          <a
            className="truncate"
            dir="auto"
            href={hrefOf({ screen: 'sessions', detail: String(session.key) })}
          >
            {session.title ?? session.id}
          </a>
          <span className="secondary truncate" dir="auto">
            <ProjectName session={session} />
          </span>
          <span className="secondary numeric">{runningFor(now - Date.parse(session.firstEventAt))}</span>
        </p>
      ))}
      {running.length === 0 && sessions.value !== undefined && (
        <p className="now__line secondary">
          <span className="now__light" aria-hidden />
          {words.nothingRuns}
        </p>
      )}
      {silent.map(({ integrationId, name, lastAt, usualPauseMs }) => (
        <p key={integrationId} className="now__line" data-tone="attention">
          <span className="now__light" data-state="silent" aria-hidden />
          <strong className="truncate" dir="auto">
            {name}
          </strong>
          <a href={hrefOf({ screen: 'problems' })}>
            {words.quiet(lengthOfTime(now - Date.parse(lastAt)), lengthOfTime(usualPauseMs))}
          </a>
        </p>
      ))}
      {open.map((gap) => (
        <p key={`${gap.from} ${JSON.stringify(gap.scope)}`} className="now__line" data-tone="attention">
          <span className="now__light" data-state="silent" aria-hidden />
          {sentenceOf(gap, (instant) => clockTime(instant, now))}
        </p>
      ))}
    </section>
  );
}
