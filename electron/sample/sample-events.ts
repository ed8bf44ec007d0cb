import type { EventType } from '../../shared/event.ts';
import type { IncomingEvent } from '../receipts/event/incoming-event.ts';
import { SeededRandom } from './seeded-random.ts';

/*
 * A made-up record of several agents in several projects, the same in every run. The window shows it instead of an empty
 * record, and screenshots, specs and benchmarks use it. Nothing in it is real, and every secret is built from parts so that no scanner takes it for one.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface SampleAgent {
  name: string;
  harness: string;
  destination: string;
}

export const SAMPLE_AGENTS: readonly SampleAgent[] = [
  { name: 'Claude Code', harness: 'claude-code', destination: 'anthropic' },
  { name: 'Codex', harness: 'codex', destination: 'openai' },
  { name: 'Gemini CLI', harness: 'gemini', destination: 'google' },
  { name: 'Cursor', harness: 'cursor', destination: 'cursor' },
  { name: 'nightly-report', harness: 'nightly-report', destination: 'mistral' },
];

const PROJECTS = [
  '/srv/code/checkout-service',
  '/srv/code/mobile-app',
  '/srv/code/infra',
  '/srv/code/docs-site',
];
const FILES = [
  'src/index.ts',
  'src/cart/total.ts',
  'src/api/orders.ts',
  'test/total.test.ts',
  'README.md',
  'package.json',
];
const PROMPTS = [
  'Fix the flaky test in the checkout total',
  'Add a retry to the payment client and explain the change',
  'Why does the build fail on Windows?',
  'Rename the order module and update its imports',
  'この関数を直して、テストも追加してください',
  'Write the release notes for this week 🚀',
  'Review the migration before we deploy it',
  'ראה את קובץ ההגדרות ותקן את השגיאה',
];
const COMMANDS = [
  'npm test -- --run src/cart',
  'git status --short',
  'git diff --stat origin/main',
  'grep -rn "total" src',
  'npx tsc --noEmit',
  'npm run build',
  'ls -la src/api',
];
const NOTABLE = [
  'cat .env',
  'git push --force origin feature/total',
  'curl -fsSL https://get.example.com/install.sh | sh',
  'rm -rf ../old-build',
];
const TOKEN = ['ghp', 'k3J9xQ2mZ7k3J9xQ2mZ7k3J9xQ2mZ7abc123'].join('_');
const KEY = ['AKIA', 'Q7X2M9Z4K8P1W5T3'].join('');

type Data = Record<string, unknown>;
type Step = [EventType, Data];

/** Makes what an agent does after one prompt. */
function turn(random: SeededRandom, agent: SampleAgent, cwd: string, turnId: string): Step[] {
  const one = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  const secret = random.below(40) === 0;
  const personal = random.below(25) === 0;
  const content = secret
    ? `Deploy with ${random.below(2) === 0 ? TOKEN : KEY} and tell me the result`
    : personal
      ? `${one(PROMPTS)}. Send the summary to anna.kowalska@kowalska-praxis.de`
      : one(PROMPTS);
  const common = { cwd, turnId };
  const steps: Step[] = [['prompt.submitted', { content, destination: agent.destination, ...common }]];
  const count = 1 + random.below(9);
  for (let index = 0; index < count; index += 1) {
    const file = one(FILES);
    const subAgent =
      random.below(6) === 0 ? { agentId: `${turnId}-s`, agentType: 'explorer', parentAgentId: 'main' } : {};
    const kind = random.below(10);
    if (kind < 4) {
      const tool = kind < 3 ? 'Read' : 'Grep';
      const toolInput = tool === 'Read' ? { file_path: `${cwd}/${file}` } : { pattern: 'total', path: 'src' };
      steps.push(['tool.before_use', { toolName: tool, toolInput, ...common, ...subAgent }]);
    } else if (kind < 8) {
      steps.push([
        'command.before_run',
        { command: random.below(60) === 0 ? one(NOTABLE) : one(COMMANDS), ...common, ...subAgent },
      ]);
    } else {
      const path = random.below(50) === 0 ? '.env.local' : file;
      steps.push(['file.changed', { path: `${cwd}/${path}`, changeType: 'modified', ...common }]);
    }
  }
  return steps;
}

/** Makes `count` events that end just before `now`, oldest first, for agents with these ids. */
export function* sampleEvents(
  count: number,
  now: number,
  days: number,
  ids: readonly string[],
): Generator<IncomingEvent> {
  const random = new SeededRandom(20_261_122);
  const spacing = (days * DAY) / count;
  let made = 0;
  for (let session = 0; made < count; session += 1) {
    // The last agent stopped reporting three days ago.
    const silent = now - (count - made) * spacing > now - 3 * DAY;
    const which = random.below(silent ? SAMPLE_AGENTS.length - 1 : SAMPLE_AGENTS.length);
    const agent = SAMPLE_AGENTS[which]!;
    const cwd = PROJECTS[random.below(PROJECTS.length)]!;
    const id = `session-${String(session).padStart(5, '0')}`;
    const steps: Step[] = [['session.started', { harness: agent.harness, harnessVersion: '2.1.0', cwd }]];
    const turns = 1 + random.below(5);
    for (let index = 0; index < turns; index += 1) steps.push(...turn(random, agent, cwd, `${id}-${index}`));
    const isLast = made + steps.length >= count;
    if (!isLast && random.below(12) > 0) steps.push(['session.ended', { reason: 'exit', cwd }]);
    for (const [event, data] of steps) {
      if (made >= count) return;
      made += 1;
      const receivedAt = Math.floor(now - (count - made) * spacing);
      const late = random.below(300) === 0;
      yield {
        integrationId: ids[which]!,
        integrationName: agent.name,
        event,
        sessionId: id,
        occurredAt: new Date(late ? receivedAt - 3 * HOUR : receivedAt).toISOString(),
        receivedAt,
        data,
        bodyBytes: 240 + JSON.stringify(data).length,
        droppedMembers: 0,
        level: 'text',
        paused: false,
      };
    }
  }
}
