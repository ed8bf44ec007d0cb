import { Activity, Bot, KeyRound, type LucideIcon, Settings2, Shield, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '../messages/index.ts';
import { ActivityScreen } from '../screens/activity/activity-screen.tsx';
import { AgentsScreen } from '../screens/agents/agents-screen.tsx';
import { DiagnosticsScreen } from '../screens/diagnostics/diagnostics-screen.tsx';
import { GeneralScreen } from '../screens/general/general-screen.tsx';
import { IntegrationsScreen } from '../screens/integrations/integrations-screen.tsx';
import { PrivacyScreen } from '../screens/privacy/privacy-screen.tsx';
import type { Route, Screen } from './route.ts';

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
  activity: {
    group: 'main',
    icon: Activity,
    label: messages.nav.activity,
    title: messages.activity.title,
    render: ({ receiptId }) => <ActivityScreen receiptId={receiptId} />,
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
