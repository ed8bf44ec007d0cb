import type { ReceiptType } from '../../../shared/event.ts';
import type { ReceiptSummary } from '../../../shared/receipt.ts';
import type { RecordingGap } from '../../../shared/recording-gap.ts';
import { isCallOf } from '../../format/command-call.ts';

/** Receipts of one kind in a row are folded from this number on. */
const LEAST_FOLDED = 4;

/** One line of a story, or a run of like ones. */
export type StoryItem =
  /** `call` is the tool call that ran a command. The command is the line of both. */
  | { kind: 'receipt'; receipt: ReceiptSummary; call?: ReceiptSummary }
  | { kind: 'run'; tool: string; event: ReceiptType; receipts: ReceiptSummary[] }
  | { kind: 'agent'; id: string; type: string | undefined; items: StoryItem[] }
  /** A time without a record. */
  | { kind: 'gap'; gap: RecordingGap };

/** What a turn holds in the order of its time. */
type Entry = ReceiptSummary | { gap: RecordingGap };

/** One prompt with everything that it caused. The part before the first prompt has none. */
export interface Turn {
  key: string;
  prompt: ReceiptSummary | undefined;
  items: StoryItem[];
}

const isPrompt = ({ event }: ReceiptSummary) => event === 'prompt.submitted';

/**
 * Groups the receipts of a session, oldest first, under their prompts. A receipt with a turn's id belongs to that turn.
 * Without ids, it belongs to the prompt before it. A gap belongs to the turn in which it began.
 */
export function turnsOf(receipts: readonly ReceiptSummary[], gaps: readonly RecordingGap[] = []): Turn[] {
  const turns: (Turn & { entries: Entry[] })[] = [];
  const byId = new Map<string, Turn & { entries: Entry[] }>();
  const begin = (prompt: ReceiptSummary | undefined, key: string) => {
    const turn = { key, prompt, items: [], entries: [] };
    turns.push(turn);
    return turn;
  };
  const waiting = [...gaps];
  const addGap = (gap: RecordingGap) => (turns.at(-1) ?? begin(undefined, gap.from)).entries.push({ gap });
  for (const receipt of receipts) {
    while (waiting[0] !== undefined && waiting[0].from < receipt.receivedAt) addGap(waiting.shift()!);
    const { turnId } = receipt.context;
    const known = turnId === undefined ? undefined : byId.get(turnId);
    if (isPrompt(receipt)) {
      const turn = begin(receipt, receipt.id);
      if (turnId !== undefined && known === undefined) byId.set(turnId, turn);
      continue;
    }
    const turn = known ?? turns.at(-1) ?? begin(undefined, receipt.id);
    turn.entries.push(receipt);
  }
  waiting.forEach(addGap);
  return turns.map(({ entries, ...turn }) => ({ ...turn, items: branchesOf(entries) }));
}

/** Puts the receipts of a sub-agent together at the place of its first one. Agents are as reported, never inferred. */
function branchesOf(entries: readonly Entry[]): StoryItem[] {
  const branches = new Map<string, ReceiptSummary[]>();
  const order: (Entry | string)[] = [];
  for (const receipt of entries) {
    if ('gap' in receipt) {
      order.push(receipt);
      continue;
    }
    const { agentId, parentAgentId, agentType } = receipt.context;
    if (agentId === undefined || (parentAgentId === undefined && agentType === undefined)) {
      order.push(receipt);
      continue;
    }
    const branch = branches.get(agentId);
    if (branch === undefined) {
      branches.set(agentId, [receipt]);
      order.push(agentId);
    } else branch.push(receipt);
  }
  const items: StoryItem[] = [];
  let plain: ReceiptSummary[] = [];
  const end = () => {
    items.push(...runsOf(plain));
    plain = [];
  };
  for (const entry of order) {
    if (typeof entry !== 'string' && !('gap' in entry)) {
      plain.push(entry);
      continue;
    }
    end();
    if (typeof entry !== 'string') {
      items.push({ kind: 'gap', gap: entry.gap });
      continue;
    }
    const own = branches.get(entry)!;
    items.push({ kind: 'agent', id: entry, type: own[0]!.context.agentType, items: runsOf(own) });
  }
  end();
  return items;
}

const toolOf = ({ event, context }: ReceiptSummary) =>
  event === 'tool.before_use' ? context.tool : undefined;

/** Folds runs of the same tool. */
function runsOf(receipts: readonly ReceiptSummary[]): StoryItem[] {
  const items: StoryItem[] = [];
  for (let at = 0; at < receipts.length; ) {
    const first = receipts[at]!;
    const tool = toolOf(first);
    let end = at + 1;
    while (tool !== undefined && end < receipts.length && toolOf(receipts[end]!) === tool) end += 1;
    const run = receipts.slice(at, end);
    if (tool !== undefined && run.length >= LEAST_FOLDED) {
      items.push({ kind: 'run', tool, event: first.event, receipts: run });
    } else for (const receipt of run) addLine(items, receipt);
    at = end;
  }
  return items;
}

/** Adds a line. A command takes the place of the call before it that ran it, because both are one action. */
function addLine(items: StoryItem[], receipt: ReceiptSummary): void {
  const last = items.at(-1);
  if (last?.kind === 'receipt' && isCallOf(last.receipt, receipt)) {
    items[items.length - 1] = { kind: 'receipt', receipt, call: last.receipt };
  } else items.push({ kind: 'receipt', receipt });
}
