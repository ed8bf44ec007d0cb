import {
  Activity,
  Bot,
  FolderGit2,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  MessagesSquare,
  Settings2,
  Shield,
  Stethoscope,
  Sun,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { part } from '../components/part.tsx';
import { Loading } from '../components/states.tsx';
import { messages } from '../messages/index.ts';
import { ActivityScreen } from '../screens/activity/activity-screen.tsx';
import { TodayScreen } from '../screens/today/today-screen.tsx';
import type { Route, Screen } from './route.ts';

// The window opens on Today or the timeline. The code of the other screens comes after the first screen.
const AgentsScreen = part(
  () => import('../screens/agents/agents-screen.tsx').then((file) => file.AgentsScreen),
  <Loading />,
);
const DiagnosticsScreen = part(
  () => import('../screens/diagnostics/diagnostics-screen.tsx').then((file) => file.DiagnosticsScreen),
  <Loading />,
);
const GeneralScreen = part(
  () => import('../screens/general/general-screen.tsx').then((file) => file.GeneralScreen),
  <Loading />,
);
const IntegrationsScreen = part(
  () => import('../screens/integrations/integrations-screen.tsx').then((file) => file.IntegrationsScreen),
  <Loading />,
);
const PrivacyScreen = part(
  () => import('../screens/privacy/privacy-screen.tsx').then((file) => file.PrivacyScreen),
  <Loading />,
);
const ProblemsScreen = part(
  () => import('../screens/problems/problems-screen.tsx').then((file) => file.ProblemsScreen),
  <Loading />,
);
const ProjectsScreen = part(
  () => import('../screens/projects/projects-screen.tsx').then((file) => file.ProjectsScreen),
  <Loading />,
);
const SecretsScreen = part(
  () => import('../screens/secrets/secrets-screen.tsx').then((file) => file.SecretsScreen),
  <Loading />,
);
const SessionsScreen = part(
  () => import('../screens/sessions/sessions-screen.tsx').then((file) => file.SessionsScreen),
  <Loading />,
);

/** One screen of the window: its navigation entry and its content. */
interface ScreenEntry {
  group: 'main' | 'settings';
  icon: LucideIcon;
  /** Name in the navigation. */
  label: string;
  /** Name in the window's title. */
  title: string;
  render(route: Route): ReactNode;
}

/** The table of screens. A screen without a row does not compile. `SCREENS` in shared/window-route.ts gives the order in the navigation. */
export const screens: Readonly<Record<Screen, ScreenEntry>> = {
  today: {
    group: 'main',
    icon: Sun,
    label: messages.nav.today,
    title: messages.today.title,
    render: () => <TodayScreen />,
  },
  activity: {
    group: 'main',
    icon: Activity,
    label: messages.nav.activity,
    title: messages.activity.title,
    render: ({ receiptId }) => <ActivityScreen receiptId={receiptId} />,
  },
  sessions: {
    group: 'main',
    icon: MessagesSquare,
    label: messages.nav.sessions,
    title: messages.sessions.title,
    render: ({ detail }) => <SessionsScreen detail={detail} />,
  },
  projects: {
    group: 'main',
    icon: FolderGit2,
    label: messages.nav.projects,
    title: messages.projects.title,
    render: ({ detail }) => <ProjectsScreen detail={detail} />,
  },
  secrets: {
    group: 'main',
    icon: LockKeyhole,
    label: messages.nav.secrets,
    title: messages.secrets.title,
    render: ({ detail }) => <SecretsScreen detail={detail} />,
  },
  problems: {
    group: 'main',
    icon: TriangleAlert,
    label: messages.nav.problems,
    title: messages.problems.title,
    render: () => <ProblemsScreen />,
  },
  general: {
    group: 'settings',
    icon: Settings2,
    label: messages.nav.general,
    title: messages.general.title,
    render: () => <GeneralScreen />,
  },
  agents: {
    group: 'settings',
    icon: Bot,
    label: messages.nav.agents,
    title: messages.agents.title,
    render: () => <AgentsScreen />,
  },
  integrations: {
    group: 'settings',
    icon: KeyRound,
    label: messages.nav.integrations,
    title: messages.integrations.title,
    render: () => <IntegrationsScreen />,
  },
  privacy: {
    group: 'settings',
    icon: Shield,
    label: messages.nav.privacy,
    title: messages.privacy.title,
    render: () => <PrivacyScreen />,
  },
  diagnostics: {
    group: 'settings',
    icon: Stethoscope,
    label: messages.nav.diagnostics,
    title: messages.diagnostics.title,
    render: () => <DiagnosticsScreen />,
  },
};
