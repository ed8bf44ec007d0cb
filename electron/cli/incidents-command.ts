import type { Command } from 'commander';
import { markedName } from '../../shared/integration-name.ts';
import { incidentSentences } from '../../shared/words/incidents.ts';
import { withControl } from './command-output.ts';
import { acknowledge, note } from './terminal-notes.ts';
import { printable, printJson } from './terminal-text.ts';

/** As many as control gives. */
const MOST_LISTED = 100;

/** Adds `plinth incidents`. */
export function addIncidentsCommand(program: Command): void {
  program
    .command('incidents')
    .description('list what other programs did to Plinth’s files, and the last reports before it')
    .option('--seen', 'confirm all incidents, so that Plinth does not show them again')
    .option('--json', 'print {"incidents": […]}')
    .action((options: { seen?: boolean; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { incidents } = await access.call('incidents.list', { limit: MOST_LISTED });
        if (options.json === true) printJson({ incidents });
        else if (incidents.length === 0) acknowledge('No incidents.');
        for (const incident of options.json === true ? [] : incidents) {
          const { title, outcome } = incidentSentences(incident);
          console.log(printable(`${incident.at}  ${title}${incident.isSeen ? ' (confirmed)' : ''}`));
          console.log(printable(`  ${outcome}`));
          if (incident.lastReports.length > 0) console.log('  The last reports before it:');
          for (const { receivedAt, integration, event, summary } of incident.lastReports) {
            console.log(
              printable(`    ${receivedAt}  ${markedName(integration.name)}  ${event}  ${summary}`),
            );
          }
        }
        if (incidents.length === MOST_LISTED) note(`The newest ${MOST_LISTED} incidents. There can be more.`);
        if (options.seen === true) await access.call('incidents.see', {});
      }),
    );
}
