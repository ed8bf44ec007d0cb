import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { belowRecorded } from '../../../shared/path-below.ts';
import type { FileCopy, FoundCopies, SearchPart } from '../../../shared/recover.ts';
import {
  beforeLoss,
  copyStays,
  lineDifference,
  noCopy,
  noteSentence,
  SOURCE_NAMES,
  unreadCopies,
} from '../../../shared/words/recover.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/states.tsx';
import { useConnection } from '../../control/control-context.tsx';
import { formatBytes } from '../../format/quantity.ts';
import { exactTime } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { CopyPreviewDialog } from './copy-preview.tsx';

const words = messages.recover;

/** A copy with the part of the search that found it, which finds it again. */
interface FoundCopy extends FileCopy {
  part: SearchPart;
}
type Found = Partial<Record<SearchPart, FoundCopies>>;

/** Copies that are shown at first, and with each click on the button below them. */
const [FIRST_COPIES, MORE_COPIES] = [50, 200];

let searches = 0;
/** Names a search so that it can be stopped. Several windows can ask one host. */
const nameOfSearch = () => `${Math.random().toString(36).slice(2)}-${searches++}`;

/** Searches in both parts when it is told to. It stops when its component leaves the screen. */
function useSearch(path: string, lostAt: string) {
  const connection = useConnection();
  const [found, setFound] = useState<Found>();
  const [running, setRunning] = useState<SearchPart>();
  const [problem, setProblem] = useState<string>();
  const search = useRef<string>(undefined);
  const stop = () => {
    const name = search.current;
    search.current = undefined;
    setRunning(undefined);
    if (name !== undefined) void connection.call('recover.stop', { search: name });
  };
  const leave = useRef(stop);
  leave.current = stop;
  useEffect(() => () => leave.current(), []);
  const start = async () => {
    setFound({});
    setProblem(undefined);
    let count = 0;
    for (const part of ['named', 'unnamed'] as const) {
      const name = nameOfSearch();
      search.current = name;
      setRunning(part);
      const answer = await connection.call('recover.copies', { path, part, lostAt, search: name });
      if (search.current !== name) return;
      if (!answer.ok) {
        setProblem(messages.failure(answer.error));
        break;
      }
      count += answer.result.copies.length;
      setFound((before) => ({ ...before, [part]: answer.result }));
      announce(words.found(count));
    }
    search.current = undefined;
    setRunning(undefined);
  };
  const interrupt = () => {
    stop();
    setProblem(words.stopped);
  };
  return { found, running, problem, start, interrupt };
}

/** Looks for the copies of one path, and lists them in their two classes. */
export function CopiesOfPath({ path, lostAt }: { path: string; lostAt: string }) {
  const { found, running, problem, start, interrupt } = useSearch(path, lostAt);
  const parts = Object.entries(found ?? {}) as [SearchPart, FoundCopies][];
  const copies = parts.flatMap(([part, each]) => each.copies.map((copy): FoundCopy => ({ ...copy, part })));
  const sum = (of: 'places' | 'unread') => parts.reduce((all, [, each]) => all + each[of], 0);
  const isDone = running === undefined && problem === undefined && found !== undefined;
  return (
    <>
      <div className="gone__actions">
        {/* One button, so that a person with a keyboard stays on it. */}
        <Button
          aria-label={found === undefined ? words.lookFor(path) : undefined}
          onClick={running === undefined ? () => void start() : interrupt}
        >
          {running === undefined && <Search size={14} strokeWidth={1.5} aria-hidden />}
          {running !== undefined ? words.stop : found === undefined ? words.look : words.lookAgain}
        </Button>
        {running !== undefined && (
          <span className="secondary gone__running">
            <span className="spinner" />
            {running === 'named' ? words.looking : words.lookingUnnamed}
          </span>
        )}
      </div>
      {problem !== undefined && <Callout tone="attention">{problem}</Callout>}
      <Copies title={words.versions} asked={path} copies={copies.filter(({ kind }) => kind === 'version')} />
      <Copies title={words.mayBe} asked={path} copies={copies.filter(({ kind }) => kind === 'may_be')} />
      {isDone && copies.length === 0 && <p>{noCopy(sum('places'))}</p>}
      {sum('unread') > 0 && <p className="secondary">{unreadCopies(sum('unread'))}</p>}
      {parts
        .flatMap(([, { notes }]) => notes)
        .map((each) => (
          <p key={each.note} className="secondary">
            {noteSentence(each)}
          </p>
        ))}
    </>
  );
}

function Copies({ title, asked, copies }: { title: string; asked: string; copies: readonly FoundCopy[] }) {
  const [shown, setShown] = useState(FIRST_COPIES);
  if (copies.length === 0) return null;
  return (
    <div className="table-card gone__copies">
      <table className="data">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.copy}</th>
            <th scope="col">{words.saved}</th>
            <th scope="col" className="data__number">
              {words.size}
            </th>
            <th scope="col">
              <span className="visually-hidden">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {copies.slice(0, shown).map((copy) => (
            <CopyRow key={`${copy.source} ${copy.path} ${copy.sha256}`} copy={copy} asked={asked} />
          ))}
        </tbody>
      </table>
      {copies.length > shown && (
        <div className="gone__more">
          <Button onClick={() => setShown(shown + MORE_COPIES)}>
            {words.moreCopies(copies.length - shown)}
          </Button>
        </div>
      )}
    </div>
  );
}

function CopyRow({ copy, asked }: { copy: FoundCopy; asked: string }) {
  const connection = useConnection();
  const [isShown, setIsShown] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const { source, path, part, sha256, where, savedAt, bytes } = copy;
  const chosen = { asked, path, part, sha256 };
  const bringBack = async () => {
    setOutcome(words.bringingBack);
    const answer = await connection.call('recover.get', chosen);
    const said = answer.ok
      ? words.written(answer.result.written, answer.result.bytes)
      : messages.failure(answer.error);
    setOutcome(said);
    announce(said);
  };
  const inFolder = belowRecorded(path, asked);
  const name = `${SOURCE_NAMES[source]}, ${formatBytes(bytes)}`;
  return (
    <tr>
      <th scope="row" className="data__wrapped">
        {SOURCE_NAMES[source]}
        <span className="secondary gone__line" title={where}>
          {words.stays(copyStays(source))}
        </span>
        {inFolder !== '' && (
          <code className="gone__line" title={path}>
            <bdi>{inFolder}</bdi>
          </code>
        )}
        {outcome !== undefined && <span className="gone__line gone__outcome">{outcome}</span>}
      </th>
      <td className="data__wrapped">
        {savedAt === null ? words.timeUnknown : exactTime(savedAt)}
        <span className="secondary gone__line">{beforeLoss(copy)}</span>
      </td>
      <td className="data__number">
        {formatBytes(bytes)}
        <span className="secondary gone__line">{lineDifference(copy)}</span>
      </td>
      <td className="gone__buttons">
        <Button aria-label={`${words.preview}: ${name}`} onClick={() => setIsShown(true)}>
          {words.preview}
        </Button>
        <Button aria-label={`${words.bringBack}: ${name}`} onClick={() => void bringBack()}>
          {words.bringBack}
        </Button>
        {isShown && <CopyPreviewDialog copy={copy} chosen={chosen} onClose={() => setIsShown(false)} />}
      </td>
    </tr>
  );
}
