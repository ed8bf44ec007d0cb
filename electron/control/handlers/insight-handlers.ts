import { knownProblems } from '../known-problems.ts';
import { checkedFilter, checkedInstant } from './checked-filter.ts';
import { type ControlledHost, DEFAULT_PAGE, type HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

type Areas = 'stats' | 'projects' | 'files' | 'secrets' | 'problems';

const timeRange = ({ since, until }: { since?: string; until?: string }) => ({
  since: since === undefined ? undefined : checkedInstant('since', since),
  until: until === undefined ? undefined : checkedInstant('until', until),
});

/** Handles the channels that answer questions about many receipts at once. `onChanged` runs after a mark is set. */
export function insightHandlers(host: ControlledHost, onChanged: () => void): HandlersOf<Areas> {
  const { receipts, problemsChanged, now } = host;
  return {
    'stats.query': ({ edges, by, filter }) => {
      const times = edges.map((edge) => checkedInstant('since', edge));
      return fromStore(receipts.call('totals', times, by, checkedFilter(filter)));
    },
    'projects.list': async (range) => ({
      projects: await fromStore(receipts.call('projects', timeRange(range))),
    }),
    'files.list': ({ project, limit }) => fromStore(receipts.call('files', project, limit ?? DEFAULT_PAGE)),
    'secrets.list': async ({ project, ...range }) => ({
      secrets: await fromStore(receipts.call('secrets', timeRange(range), project)),
    }),
    'secrets.rotated': async ({ fingerprint, at }) => {
      const time = at === null ? null : checkedInstant('since', at);
      await fromStore(receipts.call('markRotated', fingerprint, time));
      onChanged();
      return {};
    },
    'problems.list': () => knownProblems(host),
    'problems.dismiss': async ({ problem, dismissed }) => {
      await fromStore(receipts.call('dismissProblem', problem, dismissed ? now() : null));
      problemsChanged();
      return {};
    },
  };
}
