import type { ReactNode } from 'react';
import type { Session } from '../../../shared/receipt.ts';
import { sessionState } from '../../../shared/session-state.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { sessionStateWords } from '../../../shared/words/session-state.ts';
import { sessionTitle } from '../../../shared/words/session-title.ts';
import { IntegrationName } from '../../components/integration-name.tsx';
import { ProjectName } from '../../components/project-name.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { lengthOfTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';

const words = messages.sessions;

/** Sessions, each with its title, and the way to its story. */
export function SessionLines(props: {
  sessions: readonly Session[];
  /** A control at the end of each line. */
  action?(session: Session): ReactNode;
}) {
  const { sessions, action } = props;
  const now = useNow();
  return (
    <ul className="card lines" aria-label={words.list}>
      {sessions.map((session) => {
        const state = sessionState(session, now);
        return (
          <li key={session.key} className="lines__one">
            <div className="lines__text">
              <a
                className="truncate"
                dir="auto"
                href={hrefOf({ screen: 'sessions', detail: String(session.key) })}
              >
                {sessionTitle(session)}
              </a>
              <span className="secondary truncate" dir="auto">
                <IntegrationName name={session.integration.name} /> · <ProjectName session={session} />
              </span>
            </div>
            <span className="chip" data-state={state}>
              {sessionStateWords(session, now, lengthOfTime)}
            </span>
            <span className="secondary numeric lines__number">{words.counts(session.events)}</span>
            <span className="secondary lines__time">
              <RelativeTime instant={session.lastEventAt} />
            </span>
            {action?.(session)}
          </li>
        );
      })}
    </ul>
  );
}
