import { Trash2 } from 'lucide-react';
import type { EventType } from '../../../shared/event.ts';
import type { ProjectSummary } from '../../../shared/insight.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { Button } from '../../components/button.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { MoreLink } from '../../components/more-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { None, NotYet } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useProjectName } from '../../control/project-names.tsx';
import { formatCount } from '../../format/quantity.ts';
import { messages } from '../../messages/index.ts';

const words = messages.today;
const COLUMNS: [string, EventType][] = [
  [words.prompts, 'prompt.submitted'],
  [words.commands, 'command.before_run'],
  [words.files, 'file.changed'],
];

const eventsOf = ({ counts }: ProjectSummary) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Orders projects by the secrets in them, then by how much happened. */
export const byWeight = (projects: readonly ProjectSummary[]): ProjectSummary[] =>
  [...projects].sort((a, b) => b.secrets - a.secrets || eventsOf(b) - eventsOf(a));

/** Projects with the number of their prompts, commands and changed files. `onDelete` adds a button to each row. */
export function ProjectTable(props: {
  since?: string;
  until?: string;
  limit?: number;
  withLast?: boolean;
  /** Shows only this one. */
  project?: string;
  onDelete?(path: string): void;
}) {
  const { since, until, limit = Number.POSITIVE_INFINITY, withLast = false, onDelete, project: only } = props;
  const range = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
  const query = useQuery('projects.list', range, ['receipts']);
  const listed = (query.value?.projects ?? []).filter(({ path }) => only === undefined || path === only);
  // A short list begins with what matters. A whole one stays in the order of the last activity.
  const projects = listed.length > limit ? byWeight(listed).slice(0, limit) : listed;
  if (query.value === undefined) return <NotYet query={query} />;
  if (projects.length === 0) return <None query={query}>{words.nothing}</None>;
  return (
    <>
      <div className="card table-card">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{words.project}</th>
              {COLUMNS.map(([label]) => (
                <th key={label} scope="col" className="data__number">
                  {label}
                </th>
              ))}
              <th scope="col" className="data__number">
                {words.sessions}
              </th>
              {withLast && <th scope="col">{messages.projects.last}</th>}
              {onDelete !== undefined && (
                <th scope="col">
                  <span className="visually-hidden">{messages.projects.delete}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <ProjectRow
                key={project.path}
                project={project}
                range={range}
                withLast={withLast}
                onDelete={onDelete}
              />
            ))}
          </tbody>
        </table>
      </div>
      <MoreLink
        shown={limit}
        of={listed.length}
        what={words.moreProjects}
        href={hrefOf({ screen: 'projects' })}
      />
    </>
  );
}

function ProjectRow(props: {
  project: ProjectSummary;
  range: { since?: string; until?: string };
  withLast: boolean;
  onDelete: ((path: string) => void) | undefined;
}) {
  const { project, range, withLast, onDelete } = props;
  const { path, counts, sessions, lastAt } = project;
  const name = useProjectName()(path);
  return (
    <tr>
      <th scope="row">
        <a className="truncate" dir="auto" title={path} href={hrefOf({ screen: 'projects', detail: path })}>
          {name}
        </a>
      </th>
      {COLUMNS.map(([label, event]) => (
        <td key={event} className="data__number">
          <FigureLink
            count={counts[event] ?? 0}
            filter={{ project: path, event, ...range }}
            label={`${formatCount(counts[event] ?? 0)} ${label}, ${name}`}
          />
        </td>
      ))}
      <td className="data__number numeric">{formatCount(sessions)}</td>
      {withLast && (
        <td className="secondary">
          <RelativeTime instant={lastAt} />
        </td>
      )}
      {onDelete !== undefined && (
        <td>
          <Button
            look="icon"
            aria-label={messages.projects.deleteNamed(name)}
            title={messages.projects.delete}
            onClick={() => onDelete(path)}
          >
            <Trash2 size={16} strokeWidth={1.5} aria-hidden />
          </Button>
        </td>
      )}
    </tr>
  );
}
