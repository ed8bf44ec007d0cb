import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../../platform/held-file.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-file.ts';
import { windowsProgram } from '../../platform/system-program.ts';
import { userNames } from '../../platform/user-account.ts';
import { windowsQuoted } from '../user-program.ts';
import { runTool, tryTool } from './run-tool.ts';
import { type ServiceManager, type ServicePlan, xmlText } from './service-plan.ts';

const RESTARTS = 10;
const SCHTASKS = windowsProgram('schtasks.exe');

/**
 * Writes the description of the task. A console program would show a window at each login, so the console host starts
 * it without one. The console host quotes each word anew, so the line holds no quotes for cmd. A task has no variables of
 * its own: Node reads them from a file.
 */
export function scheduledTask(
  { command: [node = '', ...args] }: ServicePlan,
  user: string,
  variablesFile: string,
): string {
  const run = [node, `--env-file-if-exists=${variablesFile}`, ...args].map(windowsQuoted).join(' ');
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.3" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Plinth, a private local record of what AI agents report</Description></RegistrationInfo>
  <Triggers><LogonTrigger><UserId>${xmlText(user)}</UserId></LogonTrigger></Triggers>
  <Principals><Principal id="user"><UserId>${xmlText(user)}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>${RESTARTS}</Count></RestartOnFailure>
  </Settings>
  <Actions Context="user"><Exec><Command>conhost.exe</Command><Arguments>--headless ${xmlText(run)}</Arguments></Exec></Actions>
</Task>
`;
}

/** The task scheduler of Windows. It keeps the task itself; the file in the data directory only passes it on. */
export function taskScheduler(dataDir: string): ServiceManager {
  const file = join(dataDir, 'service.xml');
  const variablesFile = join(dataDir, 'service.env');
  const [username = ''] = userNames();
  // All users of a computer share the names of its tasks.
  const task = `Plinth ${username}`;
  return {
    file,
    log: join(dataDir, 'logs', 'plinth.log'),
    async install(plan) {
      makePrivateFolder(dataDir);
      const byteOrderMark = '\ufeff';
      const user = `${process.env.USERDOMAIN ?? '.'}\\${username}`;
      const variables = Object.entries(plan.variables).map(([name, value]) => `${name}=${value}\n`);
      writePrivateFile(variablesFile, variables.join(''));
      writeFileSync(file, byteOrderMark + scheduledTask(plan, user, variablesFile), 'utf16le');
      await runTool(SCHTASKS, ['/Create', '/TN', task, '/XML', file, '/F']);
      await runTool(SCHTASKS, ['/Run', '/TN', task]);
    },
    async restart() {
      await tryTool(SCHTASKS, ['/End', '/TN', task]);
      await runTool(SCHTASKS, ['/Run', '/TN', task]);
    },
    async uninstall() {
      await tryTool(SCHTASKS, ['/End', '/TN', task]);
      await tryTool(SCHTASKS, ['/Delete', '/TN', task, '/F']);
      for (const each of [file, variablesFile]) removeFile(each);
    },
  };
}
