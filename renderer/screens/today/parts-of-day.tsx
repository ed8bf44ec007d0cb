import { hrefOf } from '../../../shared/window-route.ts';
import { FigureLink } from '../../components/figure-link.tsx';
import { MoreLink } from '../../components/more-link.tsx';
import { Group } from '../../components/setting.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useProjectName } from '../../control/project-names.tsx';
import { timeOfDay } from '../../format/time.ts';
import { DAY_PARTS, dayPartEdges } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';
import { byWeight } from '../insight/project-table.tsx';

const words = messages.today;
/** As many as the table of projects shows. */
const MOST_PROJECTS = 6;
/** Bounds the rows of one project. The others have less. */
const MOST_AGENTS = 6;

interface PartsOfDayProps {
  /** The start and the end of the day. */
  since: string;
  until: string;
  /** Shows only this project. */
  project?: string;
}

/** What each agent did in each project, by part of a day. Every number leads to its receipts. */
export function PartsOfDay({ since, until, project: only }: PartsOfDayProps) {
  const query = useQuery('projects.list', { since, until }, ['receipts']);
  const listed = (query.value?.projects ?? []).filter(({ path }) => only === undefined || path === only);
  const projects = byWeight(listed).slice(0, MOST_PROJECTS);
  if (projects.length === 0) return null;
  const edges = dayPartEdges(since);
  return (
    <Group title={words.parts}>
      <div className="card table-card">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{words.project}</th>
              <th scope="col">{words.agent}</th>
              {DAY_PARTS.map((part, index) => (
                <th
                  key={part}
                  scope="col"
                  className="data__number"
                  title={`${timeOfDay(edges[index]!)}–${timeOfDay(edges[index + 1]!)}`}
                >
                  {words.dayParts[part]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {projects.map(({ path }) => (
              <ProjectParts key={path} project={path} edges={edges} />
            ))}
          </tbody>
        </table>
      </div>
      <MoreLink
        shown={MOST_PROJECTS}
        of={listed.length}
        what={words.moreProjects}
        href={hrefOf({ screen: 'projects' })}
      />
    </Group>
  );
}

function ProjectParts({ project, edges: asked }: { project: string; edges: string[] }) {
  const stats = useQuery('stats.query', { edges: asked, by: 'integration', filter: { project } }, [
    'receipts',
  ]);
  const name = useProjectName()(project);
  // Until the answer for another day arrives, the numbers lead to the receipts of their own day.
  const { edges } = stats.params;
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const names = new Map(integrations.value?.integrations.map(({ id, name }) => [id, name]));
  const agents = new Map<string, number[]>();
  for (const { bin, key, totals } of stats.value?.rows ?? []) {
    const counts = agents.get(key) ?? DAY_PARTS.map(() => 0);
    counts[bin] = totals.events;
    agents.set(key, counts);
  }
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
  const rows = [...agents].sort(([, a], [, b]) => sum(b) - sum(a));
  const more = rows.length > MOST_AGENTS && (
    <tr key="more">
      <td colSpan={2 + DAY_PARTS.length}>
        <MoreLink
          shown={MOST_AGENTS}
          of={rows.length}
          what={words.moreAgents}
          href={hrefOf(timeline({ project, since: edges[0]!, until: edges.at(-1)! }))}
        />
      </td>
    </tr>
  );
  const shown = rows.slice(0, MOST_AGENTS).map(([id, counts]) => (
    <tr key={id}>
      <td>
        <span className="truncate" dir="auto" title={project}>
          {name}
        </span>
      </td>
      <th scope="row">
        <span className="truncate" dir="auto">
          {names.get(id) ?? id}
        </span>
      </th>
      {DAY_PARTS.map((part, index) => (
        <td key={part} className="data__number">
          <FigureLink
            count={counts[index]!}
            filter={{ integrationId: id, project, since: edges[index]!, until: edges[index + 1]! }}
            label={words.partOf(counts[index]!, names.get(id) ?? id, name, words.dayParts[part])}
          />
        </td>
      ))}
    </tr>
  ));
  return [...shown, more];
}
