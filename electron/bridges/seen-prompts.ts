import { withoutCutNote } from '../../shared/typed-text.ts';
import { textDigest } from './action-digest.ts';
import type { AdaptedEvent } from './harnesses/adaptation.ts';
import { isSameMoment, type Sighting } from './sighting.ts';

/** The prompts of one session that a late report of another route can still belong to. */
const MAX_PROMPTS = 128;
/** The prompts of all sessions. The session that had none for the longest time is forgotten first. */
const MAX_PROMPTS_OF_ALL = 4096;
/**
 * Two entries of one hook report one prompt twice. They start together, or the second one after the first, and each may
 * take half a second. A person needs more time to send the same words again.
 */
const REPEATED_HOOK_MS = 1000;

/**
 * The name of an attached file: `[@a.ts](file:///a.ts)`, `[@file:///a.ts]`, `[a.ts](file:///a.ts)`, `@a.ts`,
 * `[Resource link: file:///a.ts]`, or a line with nothing but its path.
 */
const ATTACHED =
  /\[(?:@|Resource link: )[^[\]\n]*\](?:\([^()\n]*\))?|\[[^[\]\n]*\]\(file:[^()\n]*\)|(?<!\S)@\S+|^(?:\/|[A-Za-z]:)[^\s/\\]*[/\\]\S+$/gm;

/** The session of a prompt, and the digests of the members by which two reports are of one prompt. */
interface ReportedPrompt {
  sessionId: string;
  /** The text without the note of a cut. A route can withhold it. */
  text: string | undefined;
  /** The text without whitespace and the names of attached files, which an editor and an agent write differently. */
  typed: string | undefined;
  /** What one prompt and the messages that the user typed while the agent worked have in common. */
  turn: string | undefined;
  /** The id of this prompt alone, where the harness has one. */
  id: string | undefined;
}

/** A prompt, and when each reporter told of it. A reporter is one route of one account. */
type SeenPrompt = ReportedPrompt & { sighting: Sighting; told: Map<string, number> };

/** What is known of a reported prompt. `joins` is true for the first report by this reporter. */
interface KnownPrompt {
  sighting: Sighting;
  joins: boolean;
}

/** Whose prompts a report is compared with: those of its own account, of hooks, or of accounts that observe the same. */
type Compared = 'own' | 'hooks' | 'observers';

const digestOf = (text: unknown) => (typeof text === 'string' ? textDigest(text) : undefined);

/** Returns what is compared of a prompt. A long one takes several passes, so each report is read once. */
export function reportedPrompt({ sessionId, action, data }: AdaptedEvent): ReportedPrompt {
  const { content, turnId } = data;
  const text = typeof content === 'string' ? withoutCutNote(content).trim() : undefined;
  const typed = text?.replaceAll(ATTACHED, '').replaceAll(/\s/g, '');
  const digests = { text: digestOf(text), typed: digestOf(typed), turn: digestOf(turnId) };
  return { sessionId, ...digests, id: digestOf(action) };
}

/**
 * The recent prompts of one account's sessions. A prompt is its turn, its text and how often the text was sent: the n-th
 * equal prompt of one reporter is the n-th one of another.
 */
export class SeenPrompts {
  readonly #sessions = new Map<string, SeenPrompt[]>();
  #count = 0;

  /** Returns the prompt that a report repeats or joins. An observer's is the same by its text and moment only. */
  find(
    { sessionId, text, typed, turn, id }: ReportedPrompt,
    report: Sighting,
    reporter: string,
    compared: Compared = 'own',
  ): KnownPrompt | undefined {
    const isOfTurn = (each: SeenPrompt) =>
      compared !== 'observers' && turn !== undefined && each.turn === turn;
    const equal = (this.#sessions.get(sessionId) ?? []).filter((each) => {
      if (compared === 'hooks' && each.sighting.route === 'telemetry') return false;
      // A text is never given up for a report that withholds it.
      if (compared === 'observers' && typed !== undefined) return each.typed === typed;
      return each.text === text || (text === undefined && isOfTurn(each));
    });
    const repeated = equal.find((each) => {
      const time = each.told.get(reporter);
      if (time === undefined || each.turn !== turn || each.text !== text) return false;
      return id === undefined ? Math.abs(report.happenedAt - time) < REPEATED_HOOK_MS : each.id === id;
    });
    if (repeated !== undefined) return { sighting: repeated.sighting, joins: false };
    const others = equal.filter(({ told }) => !told.has(reporter));
    const joined = others.find(isOfTurn) ?? others.find(({ sighting }) => isSameMoment(sighting, report));
    joined?.told.set(reporter, report.happenedAt);
    return joined && { sighting: joined.sighting, joins: true };
  }

  /** Adds a prompt. Returns the function that forgets it. */
  add(prompt: ReportedPrompt, report: Sighting, reporter: string): () => void {
    const { sessionId } = prompt;
    const told = new Map([[reporter, report.happenedAt]]);
    const added = { ...prompt, sighting: report, told };
    const prompts = this.#sessions.get(sessionId) ?? [];
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, prompts);
    this.#count += prompts.push(added) > MAX_PROMPTS ? 0 : 1;
    if (prompts.length > MAX_PROMPTS) prompts.shift();
    if (this.#count > MAX_PROMPTS_OF_ALL) {
      const [oldest, forgotten] = this.#sessions.entries().next().value!;
      this.#sessions.delete(oldest);
      this.#count -= forgotten.length;
    }
    return () => {
      const at = prompts.indexOf(added);
      // Its session may be forgotten already.
      if (at === -1 || this.#sessions.get(sessionId) !== prompts) return;
      prompts.splice(at, 1);
      this.#count -= 1;
      if (prompts.length === 0) this.#sessions.delete(sessionId);
    };
  }
}
