import type { Worker } from 'node:worker_threads';
import type { Command } from 'commander';
import type { GlobalOptions } from './command-output.ts';
import { outliveReader } from './program.ts';

/** Adds `plinth serve`. `receiptThread` is a prepared thread of the receipts. */
export function addServeCommand(program: Command, receiptThread?: Worker): void {
  program
    .command('serve')
    .description('run the headless host until it is stopped')
    .option('--port <port>', 'port to listen on (default: PLINTH_PORT, then 47613; 0: any free port)')
    .option('--no-link', 'print no login link, for a service whose output goes to a log')
    .option('--wait', 'start when another Plinth that uses the data directory ends, as the service does')
    .option('--json', 'print {"baseUrl", "dataDir", "loginLink"} when it listens')
    .action(async (options: { port?: string; link: boolean; wait?: boolean }, command: Command) => {
      const { dataDir, json, quiet } = command.optsWithGlobals<GlobalOptions>();
      outliveReader();
      const { runHeadless } = await import('../host/headless.ts');
      process.exitCode = await runHeadless({
        dataDir,
        port: options.port,
        printsLink: options.link,
        waits: options.wait === true,
        receiptThread,
        ...(json === true ? { output: 'json' } : quiet === true ? { output: 'faults' } : {}),
      });
    });
}
