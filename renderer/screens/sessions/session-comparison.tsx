import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Receipt, Session } from '../../../shared/receipt.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { sessionTitle } from '../../../shared/words/session-title.ts';
import { IntegrationName } from '../../components/integration-name.tsx';
import { Group } from '../../components/setting.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { formatCount } from '../../format/quantity.ts';
import { clockTime, lengthOfTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { readReceipts } from '../export/read-receipts.ts';
import { TitleRow } from '../title-row.tsx';
import { type Comparison, compareCommands, compareFiles, placesOf } from './comparison.ts';

const words = messages.comparison;
/** Receipts of one session that are compared. Longer sessions are rare. */
const MOST = 5000;

/** Two sessions side by side: their pace, and the files and commands of both or of one. */
export function SessionComparison({ keys }: { keys: readonly [number, number] }) {
  const first = useSession(keys[0]);
  const second = useSession(keys[1]);
  return (
    <>
      <TitleRow title={words.title}>
        <a className="button" data-look="quiet" href={hrefOf({ screen: 'sessions' })}>
          <ArrowLeft size={14} strokeWidth={1.5} aria-hidden />
          <span className="title-row__action">{messages.sessions.back}</span>
        </a>
      </TitleRow>
      <div className="scroll">
        <div className="insight">
          {first.failure ??
            second.failure ??
            (first.found === undefined || second.found === undefined ? (
              <Loading />
            ) : (
              <Compared sessions={[first.found, second.found]} />
            ))}
        </div>
      </div>
    </>
  );
}

interface Found {
  session: Session;
  receipts: readonly Receipt[];
}

function useSession(key: number): { found?: Found; failure?: ReactNode } {
  const connection = useConnection();
  const query = useQuery('sessions.get', { key }, ['receipts']);
  const session = query.value?.session;
  const [read, setRead] = useState<{ receipts: Receipt[] } | { problem: string } | undefined>(undefined);
  useEffect(() => {
    let current = true;
    readReceipts(connection, { sessionKey: key }, MOST).then(
      (receipts) => current && setRead({ receipts }),
      (error: Error) => current && setRead({ problem: error.message }),
    );
    return () => {
      current = false;
    };
  }, [connection, key]);
  if (query.failure !== undefined && session === undefined) {
    return { failure: <Failed failure={query.failure} onRetry={query.reload} /> };
  }
  if (read !== undefined && 'problem' in read) return { failure: <p role="alert">{read.problem}</p> };
  return session === undefined || read === undefined ? {} : { found: { session, receipts: read.receipts } };
}

const lengthOf = ({ receipts }: Found) =>
  receipts.length === 0 ? 0 : Date.parse(receipts.at(-1)!.receivedAt) - Date.parse(receipts[0]!.receivedAt);

function Compared({ sessions }: { sessions: readonly [Found, Found] }) {
  const length = Math.max(...sessions.map(lengthOf));
  const receipts = [sessions[0].receipts, sessions[1].receipts] as const;
  return (
    <>
      <Group title={words.pace} note={words.paceNote(lengthOfTime(length))}>
        <div className="card lanes">
          {sessions.map((found) => (
            <Lane key={found.session.key} found={found} length={length} />
          ))}
        </div>
      </Group>
      <Lists title={words.files} compared={compareFiles(receipts)} sessions={sessions} />
      <Lists title={words.commands} compared={compareCommands(receipts)} sessions={sessions} />
    </>
  );
}

function Lane({ found, length }: { found: Found; length: number }) {
  const now = useNow();
  const { session, receipts } = found;
  const label = words.lane(sessionTitle(session), receipts.length, lengthOfTime(lengthOf(found)));
  return (
    <div className="lane">
      <div className="lines__text">
        <a className="truncate" dir="auto" href={hrefOf({ screen: 'sessions', detail: String(session.key) })}>
          {sessionTitle(session)}
        </a>
        <span className="secondary truncate" dir="auto">
          <IntegrationName name={session.integration.name} /> · {clockTime(session.firstEventAt, now)}
        </span>
      </div>
      <svg
        className="lane__axis"
        viewBox="0 0 1000 24"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <title>{label}</title>
        {placesOf(receipts, length).map((place, index) => (
          <rect
            key={receipts[index]!.id}
            className={receipts[index]!.event === 'prompt.submitted' ? 'lane__prompt' : 'lane__mark'}
            x={place * 996}
            width={4}
            height={24}
          />
        ))}
      </svg>
    </div>
  );
}

function Lists(props: { title: string; compared: Comparison; sessions: readonly [Found, Found] }) {
  const { both, only } = props.compared;
  const now = useNow();
  const parts: [key: string, heading: string, note: string, entries: string[]][] = [
    ['both', words.both, '', both],
    ...props.sessions.map(({ session }, index): [string, string, string, string[]] => [
      `only ${session.key}`,
      words.only(sessionTitle(session)),
      // Two sessions often have one title.
      words.agentAt(session.integration.name, clockTime(session.firstEventAt, now)),
      only[index]!,
    ]),
  ];
  return (
    <Group title={props.title}>
      <div className="card compared">
        {parts.map(([key, heading, note, entries]) => (
          <section key={key} className="compared__part">
            <h3 dir="auto">
              <span className="chip numeric">{formatCount(entries.length)}</span> {heading}
            </h3>
            {note !== '' && (
              <p className="secondary" dir="auto">
                {note}
              </p>
            )}
            <ul>
              {entries.map((entry) => (
                <li key={entry} className="truncate" title={entry}>
                  <code>
                    <bdi>{entry}</bdi>
                  </code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Group>
  );
}
