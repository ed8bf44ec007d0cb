import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { userNumber } from '../../platform/user-account.ts';
import { runTool, tryTool } from './run-tool.ts';
import { type ServiceManager, type ServicePlan, xmlText } from './service-plan.ts';

const LABEL = 'org.plinth.host';
/** 077 as a decimal number, the only form that a property list has. */
const UMASK = 0o077;
/** A host that ends at once is not started more often. */
const THROTTLE_SECONDS = 10;

const string = (text: string) => `<string>${xmlText(text)}</string>`;
const array = (texts: readonly string[]) => `<array>${texts.map(string).join('')}</array>`;
const dictionary = (entries: readonly (readonly [string, string])[]) =>
  `<dict>${entries.map(([key, value]) => `<key>${xmlText(key)}</key>${value}`).join('\n')}</dict>`;

/** Writes the property list of the launch agent. */
export function launchAgent({ command, variables }: ServicePlan, log: string): string {
  const agent = dictionary([
    ['Label', string(LABEL)],
    ['ProgramArguments', array(command)],
    [
      'EnvironmentVariables',
      dictionary(Object.entries(variables).map(([name, value]) => [name, string(value)])),
    ],
    ['RunAtLoad', '<true/>'],
    ['KeepAlive', dictionary([['SuccessfulExit', '<false/>']])],
    ['ThrottleInterval', `<integer>${THROTTLE_SECONDS}</integer>`],
    ['ProcessType', string('Background')],
    ['Umask', `<integer>${UMASK}</integer>`],
    ['StandardOutPath', string(log)],
    ['StandardErrorPath', string(log)],
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">${agent}</plist>\n`;
}

/** macOS's manager of the user's agents. */
export function launchd(): ServiceManager {
  const file = join(homedir(), 'Library/LaunchAgents', `${LABEL}.plist`);
  const log = join(homedir(), 'Library/Logs/Plinth/plinth.log');
  const domain = `gui/${userNumber()}`;
  return {
    file,
    log,
    async install(plan) {
      mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, launchAgent(plan, log));
      await tryTool('launchctl', ['bootout', `${domain}/${LABEL}`]);
      await runTool('launchctl', ['bootstrap', domain, file]);
    },
    restart: async () => void (await runTool('launchctl', ['kickstart', '-k', `${domain}/${LABEL}`])),
    async uninstall() {
      await tryTool('launchctl', ['bootout', `${domain}/${LABEL}`]);
      rmSync(file, { force: true });
      rmSync(dirname(log), { recursive: true, force: true });
    },
  };
}
