import type { ReceiptFilter } from '../../../shared/control.ts';
import { FigureLink } from '../../components/figure-link.tsx';
import { None, NotYet } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.today;

/** Prompts by provider: all of them, those with a secret and those with personal data. */
export function DestinationTable(props: { since: string; until: string; project?: string }) {
  const { since, until, project } = props;
  const own: ReceiptFilter = { event: 'prompt.submitted', ...(project === undefined ? {} : { project }) };
  const stats = useQuery('stats.query', { edges: [since, until], by: 'destination', filter: own }, [
    'receipts',
  ]);
  const rows = [...(stats.value?.rows ?? [])].sort((a, b) => b.totals.events - a.totals.events);
  if (stats.value === undefined) return <NotYet query={stats} />;
  if (rows.length === 0) return <None query={stats}>{words.noPrompts}</None>;
  return (
    <div className="card table-card">
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{words.destination}</th>
            <th scope="col" className="data__number">
              {words.prompts}
            </th>
            <th scope="col" className="data__number">
              {words.withSecret}
            </th>
            <th scope="col" className="data__number">
              {words.withPersonal}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, totals }) => {
            const filter = { ...own, since, until, ...(key === '' ? {} : { destination: key }) };
            return (
              <tr key={key}>
                <th scope="row" className="truncate" dir="auto">
                  {key === '' ? <span className="secondary">{words.unknownDestination}</span> : key}
                </th>
                <td className="data__number">
                  <FigureLink count={totals.events} filter={filter} />
                </td>
                <td className="data__number" data-tone={totals.secrets > 0 ? 'attention' : undefined}>
                  <FigureLink count={totals.secrets} filter={{ ...filter, found: 'secret' }} />
                </td>
                <td className="data__number">
                  <FigureLink count={totals.personal} filter={{ ...filter, found: 'personal' }} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
