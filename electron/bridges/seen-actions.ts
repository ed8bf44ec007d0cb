import { isWithin } from '../../shared/path-below.ts';
import { actionDigest as digest } from './action-digest.ts';
import type { FittedEvent } from './event-fitting.ts';
import { type AdaptedEvent, isPayload } from './harnesses/adaptation.ts';
import { within } from './harnesses/apply-patch.ts';
import { getOrMake, keepNewest } from './recent-values.ts';
import { RouteCoverage } from './route-coverage.ts';
import { reportedPrompt, SeenPrompts } from './seen-prompts.ts';
import {
  isSameMoment,
  type RecordedAction,
  type Route,
  routeKindOf,
  SAME_MOMENT_MS,
  type Sighting,
} from './sighting.ts';

/** Several batches of an exporter, which sends 512 records at a time. Most actions have two keys. */
const MAX_ACTIONS = 4096;
const MAX_SESSIONS = 1024;

/** Members that describe who acts and where. Two routes can fill them differently for the same action. */
const SURROUNDINGS = new Set([
  ...['cwd', 'harness', 'harnessVersion', 'destination', 'turnId', 'callId'],
  ...['agentId', 'agentType', 'parentAgentId', 'model', 'mode', 'mcpServer'],
]);

/** An action that is new, or what is known of it. */
type EnteredAction =
  | { isNew: true; recorded(receipt: RecordedAction): void; forget(): void }
  /**
   * `joins` is true for the first report by another route. `other` is the receipt of an action that another kind of route
   * reported before.
   */
  | { isNew: false; joins: boolean; other: RecordedAction | undefined; isForeign?: true };

/** Who sends a report. Reports of one account are compared with each other. */
export interface Reporter {
  account: string;
  /** Accounts of hooks. What they reported before needs no second receipt of this account. */
  hooks?: readonly string[];
  /** Accounts that may observe the same actions. Only the same content is known from them, never an id alone. */
  observers?: readonly string[];
  /** Accounts of editors that may run this agent. They tell the end of its sessions. */
  editors?: readonly string[];
}

/** What one account has reported. Each has its own, so that none can displace the actions of another. */
interface Account {
  seen: Map<string, Sighting>;
  prompts: SeenPrompts;
  /** The last folder of each session. Telemetry of a patch names files without it. */
  folders: Map<string, string>;
  /** The sessions that hooks or an editor reported: when they did last, and whether they ended then. */
  told: Map<string, { at: number; isOver: boolean }>;
}

/** An event that is compared. A large tool input is known by its digest. */
type SeenEvent = AdaptedEvent & Pick<FittedEvent, 'packedInput'>;

/** Returns the members that any two routes report alike for one action. */
function commonMembers({ event, data, packedInput }: SeenEvent, path: unknown): unknown {
  if (event === 'session.started') return null;
  // A hook can know that a file is new, and telemetry cannot.
  if (event === 'file.changed') return path;
  // Routes give one tool different names: `Bash` and `exec_command`, for example.
  if (packedInput !== undefined) return packedInput.digest;
  const { toolInput } = data;
  if (event === 'tool.before_use' && isPayload(toolInput)) {
    // OpenCode adds the session's folder to an input that it tells an editor.
    const { cwd, ...input } = toolInput;
    return cwd === data.cwd ? input : toolInput;
  }
  if (event === 'tool.before_use' && toolInput !== undefined) return toolInput;
  return Object.entries(data).filter(([name]) => !SURROUNDINGS.has(name));
}

/** One route can repeat the content of an action, but not the start or the end of a session. */
function isSameAction({ event }: AdaptedEvent, earlier: Sighting, later: Sighting): boolean {
  const bySession = event === 'session.started' || event === 'session.ended';
  // A watcher that tells of a file again saw a later change.
  if (later.route === 'watcher' && earlier.routes.includes('watcher')) return false;
  return (bySession || earlier.route !== later.route) && isSameMoment(earlier, later);
}

const newAction = (sighting: Sighting, forget: () => void): EnteredAction => ({
  isNew: true,
  recorded: (receipt) => {
    sighting.receipt = receipt;
  },
  forget,
});

function knownAction(known: Sighting, later: Sighting, joins: boolean): EnteredAction {
  const isOther = routeKindOf(known.route) !== routeKindOf(later.route);
  return { isNew: false, joins, other: isOther ? known.receipt : undefined };
}

/** Returns true for a folder of a session in the folder that an editor opened. An id alone says nothing. */
const isBelow = (folder: string | undefined, opened: string | undefined) =>
  folder !== undefined && opened !== undefined && isWithin(folder, opened);

/** Returns the keys of an action for an account: its content, and the harness's own id, if it has one. */
function keysOf(event: SeenEvent, { folders }: Account): [words: string, ...id: string[]] {
  const { sessionId, data } = event;
  const path = typeof data.path === 'string' ? within(folders.get(sessionId), data.path) : undefined;
  const members = event.event === 'session.ended' ? null : commonMembers(event, path);
  const words = digest(event.event, sessionId, members);
  // A patch is one action that changes many files.
  return event.action === undefined ? [words] : [words, digest(event.event, sessionId, event.action, path)];
}

/** Returns the earlier report of an action by an account. */
function sightingIn(account: Account, event: SeenEvent, later: Sighting): Sighting | undefined {
  const { seen } = account;
  const [words, id] = keysOf(event, account);
  const byWords = seen.get(words);
  if (byWords !== undefined && isSameAction(event, byWords, later)) return byWords;
  return id === undefined ? undefined : seen.get(id);
}

/**
 * Remembers recent actions, so that an action reported through two harness configurations, or two entries of
 * one, gives one receipt. An action is known when its harness's own id was seen, or when another route reported
 * the same content at the same moment. One route may repeat its content; only the start and the end of a session are
 * known whatever the route. Prompts have a rule of their own: see {@link SeenPrompts}. No account makes an action of
 * another known by naming its session or its id.
 */
export class SeenActions {
  /** Compares the routes. Nothing of it decides whether an action is known. */
  readonly coverage = new RouteCoverage();
  readonly #accounts = new Map<string, Account>();

  /** Adds an action. One that is known already is not added. */
  enter(event: SeenEvent, route: Route, at: number, reporter: Reporter): EnteredAction {
    const own = this.#account(reporter.account);
    const { sessionId } = event;
    const { cwd } = event.data;
    if (typeof cwd === 'string') keepNewest(own.folders, sessionId, cwd, MAX_SESSIONS);
    // A resumed session can end again within the moment.
    if (event.event !== 'session.ended') own.seen.delete(digest('session.ended', sessionId, null));
    const happenedAt = Date.parse(event.occurredAt ?? '') || at;
    const sighting: Sighting = { route, routes: [route], at, happenedAt };
    const isOver = event.event === 'session.ended';
    if (isOver && this.#isOfEditor(sessionId, own, reporter, at)) {
      return { isNew: false, joins: true, other: undefined, isForeign: true };
    }
    if (route !== 'telemetry') keepNewest(own.told, sessionId, { at, isOver }, MAX_SESSIONS);
    return event.event === 'prompt.submitted'
      ? this.#enterPrompt(event, own, sighting, reporter)
      : this.#enterAction(event, own, sighting, reporter);
  }

  /** Returns the accounts whose hooks report a session of an editor, too. */
  sharing(sessionId: string, editor: string): string[] {
    const { folders } = this.#account(editor);
    return [...this.#accounts].flatMap(([name, own]) =>
      name !== editor &&
      own.told.has(sessionId) &&
      isBelow(own.folders.get(sessionId), folders.get(sessionId))
        ? name
        : [],
    );
  }

  /** Returns the calls that an account reported last with the content of these events. */
  callsOf(account: string, events: readonly SeenEvent[]): string[] {
    const own = this.#account(account);
    return events.flatMap((event) => own.seen.get(keysOf(event, own)[0])?.receipt?.call ?? []);
  }

  #enterPrompt(
    event: AdaptedEvent,
    { prompts }: Account,
    sighting: Sighting,
    { account, hooks = [], observers = [] }: Reporter,
  ): EnteredAction {
    const teller = `${account} ${sighting.route}`;
    const prompt = reportedPrompt(event);
    const known = prompts.find(prompt, sighting, teller);
    if (known !== undefined) return knownAction(known.sighting, sighting, known.joins);
    const compared = [
      ...hooks.map((name) => [name, 'hooks'] as const),
      ...observers.map((name) => [name, 'observers'] as const),
    ];
    for (const [name, how] of compared) {
      const foreign = this.#accounts.get(name)?.prompts.find(prompt, sighting, teller, how);
      if (foreign === undefined) continue;
      return { isNew: false, joins: foreign.joins, other: undefined, isForeign: true };
    }
    return newAction(sighting, prompts.add(prompt, sighting, teller));
  }

  #enterAction(event: SeenEvent, own: Account, sighting: Sighting, reporter: Reporter): EnteredAction {
    const known = sightingIn(own, event, sighting);
    if (known !== undefined) {
      const joins = !known.routes.includes(sighting.route);
      if (joins) known.routes.push(sighting.route);
      return knownAction(known, sighting, joins);
    }
    if (this.#isUnderWay(event, own, sighting)) return { isNew: false, joins: false, other: undefined };
    if (this.#isOfOthers(event, own, sighting, reporter)) {
      return { isNew: false, joins: true, other: undefined, isForeign: true };
    }
    const keys = keysOf(event, own);
    for (const key of keys) keepNewest(own.seen, key, sighting, MAX_ACTIONS);
    return newAction(sighting, () => {
      for (const key of keys) own.seen.delete(key);
    });
  }

  #account(name: string): Account {
    return getOrMake(this.#accounts, name, () => ({
      ...{ seen: new Map(), prompts: new SeenPrompts(), folders: new Map(), told: new Map() },
    }));
  }

  /**
   * Returns true for a start that telemetry tells of a session whose hooks have reported. Exporters tell it again for
   * each turn or after a resume, and some only at the end of a turn.
   */
  #isUnderWay({ event, sessionId }: AdaptedEvent, { told }: Account, { route }: Sighting): boolean {
    return event === 'session.started' && route === 'telemetry' && told.has(sessionId);
  }

  /** Returns true if an editor tells the end of a session, and the agent did not go on without it. */
  #isOfEditor(sessionId: string, own: Account, { editors = [] }: Reporter, at: number): boolean {
    const last = own.told.get(sessionId)?.at;
    return editors.some((name) => {
      const { told, folders } = this.#account(name);
      const isThere = (id: string) => isBelow(own.folders.get(sessionId), folders.get(id));
      const isLeft = (id: string, since: number) => {
        const editor = told.get(id);
        if (editor === undefined || !isThere(id)) return false;
        return !editor.isOver || since <= editor.at + SAME_MOMENT_MS;
      };
      // Gemini CLI has a session of its own beside those of its editor, and tells nothing of it but the end.
      return last === undefined
        ? [...told.keys()].some((id) => isLeft(id, id === sessionId ? 0 : at))
        : isLeft(sessionId, last);
    });
  }

  /** Returns true for an action that the accounts of others have reported before, so that it needs no second receipt. */
  #isOfOthers(
    event: SeenEvent,
    own: Account,
    sighting: Sighting,
    { hooks = [], observers = [] }: Reporter,
  ): boolean {
    const { sessionId } = event;
    const accounts = (names: readonly string[]) => names.flatMap((name) => this.#accounts.get(name) ?? []);
    return (
      accounts(hooks).some((other) => {
        const known = sightingIn(other, event, sighting);
        const isHooks = known !== undefined && known.route !== 'telemetry';
        return isHooks || this.#isUnderWay(event, other, sighting);
      }) ||
      accounts(observers).some((other) => {
        const [words, id] = keysOf(event, other);
        const byWords = other.seen.get(words);
        // The same content with the same id is one call, however late a busy computer reports it.
        const isCall = id !== undefined && other.seen.get(id) === byWords;
        const isSame = byWords !== undefined && (isCall || isSameAction(event, byWords, sighting));
        // The content of a start says nothing without its folder.
        const isThere =
          event.event !== 'session.started' || other.folders.get(sessionId) === own.folders.get(sessionId);
        return isSame && isThere;
      })
    );
  }
}
