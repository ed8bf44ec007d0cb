import { ArrowLeft, CirclePause, FolderGit2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pathBelow } from '../../../shared/path-below.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { navigate } from '../../app/route.ts';
import { BundleDialog } from '../../components/bundle-dialog.tsx';
import { Button } from '../../components/button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { PauseDialog } from '../../components/pause-dialog.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Group } from '../../components/setting.tsx';
import { Empty, None, NotYet } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useNow } from '../../format/time.ts';
import { edgesOf, rangeOf } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';
import { ExportButton } from '../export/export-button.tsx';
import { ActivityOverTime } from '../insight/activity-over-time.tsx';
import { DestinationTable } from '../insight/destination-table.tsx';
import { NotableCounts } from '../insight/notable-counts.tsx';
import { ProjectTable } from '../insight/project-table.tsx';
import { SecretTable } from '../insight/secret-table.tsx';
import { SessionLines } from '../insight/session-lines.tsx';
import { WhatIsGone } from '../recover/what-is-gone.tsx';
import { TitleRow } from '../title-row.tsx';
import { ProjectChanges } from './project-changes.tsx';

const words = messages.projects;
const SHOWN_SESSIONS = 8;
const SHOWN_FILES = 20;
/** As many as the host lists. */
const MOST_FILES = 500;
const HOUR_MS = 3_600_000;

/** All projects, or one. */
export function ProjectsScreen({ detail }: { detail: string | undefined }) {
  const projects = useQuery('projects.list', {}, ['receipts']);
  const [deleted, setDeleted] = useState<string | undefined>(undefined);
  if (detail !== undefined) return <Project path={detail} />;
  return (
    <>
      <TitleRow title={words.title} />
      <div className="scroll">
        <div className="insight">
          {projects.value?.projects.length === 0 ? (
            <Empty icon={FolderGit2} title={words.noneTitle} text={words.noneText} query={projects} />
          ) : (
            <ProjectTable withLast onDelete={setDeleted} />
          )}
        </div>
      </div>
      {deleted !== undefined && (
        <DeleteDialog
          scope={{ project: deleted }}
          question={words.deleteNamedQuestion(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

/** Everything that is kept of one project. */
function Project({ path }: { path: string }) {
  const now = Math.floor(useNow() / HOUR_MS) * HOUR_MS;
  const range = rangeOf('quarter', now);
  const edges = edgesOf(range);
  const [deleting, setDeleting] = useState(false);
  const [pausing, setPausing] = useState(false);
  const [handingOver, setHandingOver] = useState(false);
  const sessions = useQuery('sessions.query', { limit: SHOWN_SESSIONS, receipts: { project: path } }, [
    'receipts',
  ]);
  const back = (
    <a className="button" data-look="quiet" href={hrefOf({ screen: 'projects' })}>
      <ArrowLeft size={14} strokeWidth={1.5} aria-hidden />
      <span className="title-row__action">{words.back}</span>
    </a>
  );
  // An action on nothing would seem to have done something.
  if (sessions.value === undefined || sessions.value.sessions.length === 0) {
    return (
      <>
        <TitleRow title={words.title}>{back}</TitleRow>
        <div className="insight">
          {sessions.value === undefined ? <NotYet query={sessions} /> : <p>{words.gone}</p>}
        </div>
      </>
    );
  }
  return (
    <>
      <TitleRow title={path}>
        <div className="story__actions">
          {back}
          <a className="button" href={hrefOf(timeline({ project: path }))}>
            {words.toTimeline}
          </a>
          <ExportButton filter={{ project: path }} title={path} />
          <Button onClick={() => setHandingOver(true)}>{messages.bundle.open}</Button>
          <Button
            look="icon"
            aria-label={messages.recording.pauseMenu}
            title={messages.recording.pauseMenu}
            onClick={() => setPausing(true)}
          >
            <CirclePause size={16} strokeWidth={1.5} aria-hidden />
          </Button>
          <Button
            look="icon"
            aria-label={words.delete}
            title={words.delete}
            onClick={() => setDeleting(true)}
          >
            <Trash2 size={16} strokeWidth={1.5} aria-hidden />
          </Button>
        </div>
      </TitleRow>
      <div className="scroll">
        <div className="insight">
          <ActivityOverTime edges={edges} filter={{ project: path }} title={words.activity} />
          <Group title={words.sessions}>
            {sessions.value === undefined ? (
              <NotYet query={sessions} />
            ) : (
              <SessionLines sessions={sessions.value.sessions} />
            )}
            {sessions.value?.nextCursor != null && (
              <p>
                <a href={hrefOf(timeline({ project: path }))}>{words.moreSessions}</a>
              </p>
            )}
          </Group>
          <div className="insight__pair">
            <Group title={words.files}>
              <Files path={path} />
              <NotableCounts filter={{ project: path }} />
            </Group>
            <Group title={words.destinations}>
              <DestinationTable since={edges[0]!} until={edges.at(-1)!} project={path} />
            </Group>
          </div>
          <Group title={words.secrets}>
            <SecretTable project={path} />
          </Group>
          <ProjectChanges path={path} />
          <WhatIsGone filter={{ project: path }} />
        </div>
      </div>
      {handingOver && <BundleDialog filter={{ project: path }} onClose={() => setHandingOver(false)} />}
      {pausing && <PauseDialog scope={{ project: path }} onClose={() => setPausing(false)} />}
      {deleting && (
        <DeleteDialog
          scope={{ project: path }}
          question={words.deleteQuestion}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate({ screen: 'projects' })}
        />
      )}
    </>
  );
}

function Files({ path: project }: { path: string }) {
  const [limit, setLimit] = useState(SHOWN_FILES);
  const query = useQuery('files.list', { project, limit }, ['receipts']);
  const files = query.value?.files ?? [];
  if (query.value === undefined) return <NotYet query={query} />;
  if (files.length === 0) return <None query={query}>{words.noFiles}</None>;
  const shown = (path: string) => pathBelow(path, project) ?? path;
  return (
    <>
      <div className="card table-card">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{words.file}</th>
              <th scope="col" className="data__number">
                {words.changes}
              </th>
              <th scope="col">{words.last}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ path, changes, lastAt }) => (
              <tr key={path}>
                <th scope="row">
                  <code className="truncate data__path" title={path}>
                    {shown(path)}
                  </code>
                </th>
                <td className="data__number">
                  <FigureLink
                    count={changes}
                    filter={{ project, text: `"${path}"` }}
                    label={`${changes} ${shown(path)}`}
                  />
                </td>
                <td className="secondary">
                  <RelativeTime instant={lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {query.value.more &&
        (limit < MOST_FILES ? (
          <p>
            <Button onClick={() => setLimit(MOST_FILES)}>{words.moreFiles}</Button>
          </p>
        ) : (
          <p className="secondary">{words.newestFiles(files.length)}</p>
        ))}
    </>
  );
}
