import { parseRoute } from '../shared/window-route.ts';
import { askAhead } from './control/answers-ahead.ts';
import { connectConsole } from './control/console-connection.ts';
import type { Question } from './control/host-connection.ts';
import { connectWindow } from './control/window-connection.ts';
import { filterOf } from './screens/activity/filter-address.ts';
import { firstPage } from './screens/activity/first-page.ts';

/** What the screen of the address asks before it can show anything. */
function firstQuestions(hash: string): Question[] {
  const { screen, query, receiptId } = parseRoute(hash);
  const settings: Question = ['settings.get', {}];
  return screen === 'activity'
    ? [settings, ['receipts.query', firstPage(filterOf(query), receiptId)]]
    : [settings];
}

/**
 * The connection to the host. The page loads this file apart from the rest and before it, so that the host answers while the
 * browser reads the code of the screens.
 */
export const connection = askAhead(
  window.plinth === undefined ? connectConsole() : connectWindow(window.plinth),
  firstQuestions(location.hash),
);
