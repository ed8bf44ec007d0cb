import type { ReceiptFilter } from '../../../shared/control.ts';
import { gapsWithin } from '../../../shared/recording-gap.ts';
import { navigate } from '../../app/route.ts';
import { BoundNote } from '../../components/bound-note.tsx';
import { GapNote } from '../../components/gap-lines.tsx';
import { Group } from '../../components/setting.tsx';
import { None, NotYet } from '../../components/states.tsx';
import { type ChartRow, TimeChart } from '../../components/time-chart.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';
import { gapsOf } from '../activity/list-items.ts';

interface ActivityOverTimeProps {
  edges: string[];
  filter: ReceiptFilter;
  title?: string;
}

/** Bars over time with one line for each integration. A drag leads to these receipts. */
export function ActivityOverTime({
  edges: asked,
  filter,
  title = messages.today.when,
}: ActivityOverTimeProps) {
  const stats = useQuery('stats.query', { edges: asked, by: 'integration', filter }, ['receipts']);
  // Until the answer to other edges arrives, the bars stand over their own.
  const { edges } = stats.params;
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const names = new Map(integrations.value?.integrations.map(({ id, name }) => [id, name]));
  const rows = new Map<string, ChartRow & { values: number[] }>();
  for (const { bin, key, totals } of stats.value?.rows ?? []) {
    const row = rows.get(key) ?? {
      key,
      label: names.get(key) ?? key,
      values: edges.slice(1).map(() => 0),
      pauses: gapsOf({ ...filter, integrationId: key }, gaps.value?.gaps ?? []).filter(
        ({ cause }) => cause !== 'computer_off',
      ),
    };
    row.values[bin] = totals.events;
    rows.set(key, row);
  }
  return (
    <Group title={title} note={messages.today.whenNote}>
      <div className="card card__body">
        {stats.value === undefined ? (
          <NotYet query={stats} />
        ) : rows.size === 0 ? (
          <None query={stats}>{messages.today.nothing}</None>
        ) : (
          <>
            <TimeChart
              name={title}
              edges={edges}
              rows={[...rows.values()].sort((a, b) => a.label.localeCompare(b.label))}
              onSelect={(since, until, key) =>
                navigate(timeline({ ...filter, integrationId: key, since, until }))
              }
            />
            <BoundNote bound={stats.value.bound} />
          </>
        )}
        <GapNote
          gaps={gapsWithin(gaps.value?.gaps ?? [], { ...filter, since: edges[0], until: edges.at(-1) })}
        />
      </div>
    </Group>
  );
}
