import { activityMessages } from './activity.ts';
import { agentsMessages } from './agents.ts';
import { appMessages } from './app.ts';
import { comparisonMessages } from './comparison.ts';
import { copyMessages } from './copies.ts';
import { diagnosticsMessages } from './diagnostics.ts';
import { eventsMessages } from './events.ts';
import { exportMessages } from './exporting.ts';
import { firstEventMessages } from './first-event.ts';
import { generalMessages } from './general.ts';
import { hostMessages } from './host.ts';
import { incidentMessages } from './incidents.ts';
import { insightMessages } from './insight.ts';
import { integrationsMessages } from './integrations.ts';
import { paletteMessages } from './palette.ts';
import { privacyMessages } from './privacy.ts';
import { recordCheckMessages } from './record-check.ts';
import { recordingMessages } from './recording.ts';
import { recoverMessages } from './recover.ts';
import { sampleMessages } from './sample.ts';
import { storeWorkMessages } from './store-work.ts';
import { viewMessages } from './views.ts';
import { welcomeMessages } from './welcome.ts';

/** Every word that the window shows, ready for translation. Each screen or area has its own file. */
export const messages = {
  ...appMessages,
  ...hostMessages,
  ...recordingMessages,
  ...exportMessages,
  ...viewMessages,
  ...eventsMessages,
  ...activityMessages,
  ...agentsMessages,
  ...integrationsMessages,
  ...firstEventMessages,
  ...generalMessages,
  ...privacyMessages,
  ...diagnosticsMessages,
  ...recordCheckMessages,
  ...storeWorkMessages,
  ...incidentMessages,
  ...copyMessages,
  ...comparisonMessages,
  ...insightMessages,
  ...paletteMessages,
  ...recoverMessages,
  ...sampleMessages,
  ...welcomeMessages,
};
