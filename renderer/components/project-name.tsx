import type { EventType } from '../../shared/event.ts';
import type { Session } from '../../shared/receipt.ts';
import { privacyLevel, type Settings } from '../../shared/settings.ts';
import { useProjectName } from '../control/project-names.tsx';
import { useSettings } from '../control/use-settings.ts';
import { messages } from '../messages/index.ts';

/** Whether the folder is kept of each kind of event that a session has. */
const keepsFolders = (privacy: Settings['privacy'], { integration, counts }: Session) =>
  Object.keys(counts).every((type) => privacyLevel(privacy, integration.id, type as EventType) === 'text');

/** The short name of a session's project, or the reason why there is none: no folder was reported, or none is kept. */
export function ProjectName({ session }: { session: Session }) {
  const nameOf = useProjectName();
  const { settings } = useSettings();
  if (session.project !== null) return <bdi title={session.project}>{nameOf(session.project)}</bdi>;
  if (settings === undefined) return null;
  return keepsFolders(settings.privacy, session)
    ? messages.sessions.noFolder
    : messages.sessions.projectNotKept;
}
