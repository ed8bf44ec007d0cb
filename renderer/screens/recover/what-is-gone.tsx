import './recover.css';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ControlParams, ControlResult } from '../../../shared/control.ts';
import type { ControlFailure } from '../../../shared/failure.ts';
import type { LostPath } from '../../../shared/recover.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import {
  lossWords,
  RECOVER_FIRST,
  REPORT_IS_BEFORE,
  scriptsRan,
  stateOfLoss,
} from '../../../shared/words/recover.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Group } from '../../components/setting.tsx';
import { Callout } from '../../components/states.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';
import { CopiesOfPath } from './copies-of-path.tsx';

const words = messages.recover;
/** A longer list is for the command line. */
const MOST_PATHS = 100;
/** A question to the host has at most 64 KiB, and a character up to three bytes. */
const MOST_CHARACTERS = 20_000;

type LossFilter = ControlParams<'recover.list'>;
interface StatedLosses extends ControlResult<'recover.list'> {
  /** Whether something is there, by path. A path that was not looked at has none. */
  there: ReadonlyMap<string, boolean | null>;
}
type Answer = { losses: StatedLosses } | { failure: ControlFailure } | undefined;

/** The same as {@link WhatIsGone}, only where reports say that something was lost. */
export function WhatWasReportedGone({ filter, title }: { filter: LossFilter; title: string }) {
  const count = (kind: 'deletes' | 'discards_work' | 'overwrites') => ({
    filter: {
      ...filter,
      notable: kind,
      ...(kind === 'overwrites' ? { event: 'command.before_run' as const } : {}),
    },
  });
  const counts = [
    useQuery('receipts.count', count('deletes'), ['receipts']).value?.count,
    useQuery('receipts.count', count('discards_work'), ['receipts']).value?.count,
    useQuery('receipts.count', count('overwrites'), ['receipts']).value?.count,
  ];
  return counts.some((each) => each !== undefined && each > 0) ? (
    <WhatIsGone filter={filter} title={title} />
  ) : null;
}

/** Lists what agents reported as lost, when the user asks for it, and looks for copies of each path. */
export function WhatIsGone({ filter, title = words.title }: { filter: LossFilter; title?: string }) {
  // A list of another session, project or time would stay on the screen.
  return <Losses key={JSON.stringify(filter)} filter={filter} title={title} />;
}

function Losses({ filter, title }: { filter: LossFilter; title: string }) {
  const connection = useConnection();
  const [answer, setAnswer] = useState<Answer>();
  const [isBusy, setIsBusy] = useState(false);
  const list = async () => {
    setIsBusy(true);
    const listed = await connection.call('recover.list', filter);
    if (!listed.ok) setAnswer({ failure: listed.error });
    else {
      const { lost } = listed.result;
      let room = MOST_CHARACTERS;
      const named = new Set(
        lost
          .slice(0, MOST_PATHS)
          .filter(isPlain)
          .map(({ path }) => path),
      );
      const paths = [...named].filter(({ length }) => {
        room -= length;
        return room > 0;
      });
      const states = await connection.call('recover.states', { paths });
      const there = states.ok ? paths.map((path, at) => [path, states.result.there[at]!] as const) : [];
      announce(lost.length === 0 ? words.none : words.listed(lost.length));
      setAnswer({ losses: { ...listed.result, there: new Map(there) } });
    }
    setIsBusy(false);
  };
  return (
    <Group title={title} note={words.note}>
      <div>
        <Button onClick={() => void list()} disabled={isBusy}>
          {isBusy ? <span className="spinner" /> : <Undo2 size={14} strokeWidth={1.5} aria-hidden />}
          {answer === undefined ? words.list : words.listAgain}
        </Button>
      </div>
      <div className="gone">
        {answer !== undefined && 'failure' in answer && (
          <Callout tone="attention">{messages.failure(answer.failure)}</Callout>
        )}
        {answer !== undefined && 'losses' in answer && <LossList losses={answer.losses} />}
      </div>
    </Group>
  );
}

const isPlain = ({ isResolved, isPattern }: LostPath) => isResolved && !isPattern;

function LossList({ losses: { lost, isCut, scripts, there } }: { losses: StatedLosses }) {
  const [shown, setShown] = useState(MOST_PATHS);
  const others = scripts > 0 && <p className="secondary">{scriptsRan(scripts)}</p>;
  if (lost.length === 0)
    return (
      <>
        <p>{words.none}</p>
        {others}
      </>
    );
  return (
    <>
      <Callout tone="attention">
        {RECOVER_FIRST.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </Callout>
      <ul className="card gone__paths">
        {lost.slice(0, shown).map((each) => (
          <LossRow key={`${each.kind} ${each.path}`} loss={each} isThere={there.get(each.path) ?? null} />
        ))}
      </ul>
      {lost.length > shown && (
        <div>
          <Button onClick={() => setShown(lost.length)}>{words.more(lost.length - shown)}</Button>
        </div>
      )}
      <p className="secondary">
        {REPORT_IS_BEFORE} {isCut && words.older}
      </p>
      {others}
    </>
  );
}

function LossRow({ loss, isThere }: { loss: LostPath; isThere: boolean | null }) {
  const { path, at, integration, command, receiptId, isContentsUnknown } = loss;
  return (
    <li className="gone__path">
      <code className="gone__name">
        <bdi>{path}</bdi>
      </code>
      <p className="secondary">
        <span className="chip">{stateOfLoss(loss, isThere)}</span> {integration} · {lossWords(loss)}
        {isContentsUnknown && ` · ${words.contentsUnknown}`} ·{' '}
        <a href={hrefOf(timeline({}, receiptId))}>
          <RelativeTime instant={at} />
        </a>
      </p>
      {command !== null && (
        <code className="secondary gone__command" title={command}>
          <bdi>{command}</bdi>
        </code>
      )}
      {isPlain(loss) ? (
        <CopiesOfPath path={path} lostAt={at} />
      ) : (
        <p className="secondary">{words.cannotLook}</p>
      )}
    </li>
  );
}
