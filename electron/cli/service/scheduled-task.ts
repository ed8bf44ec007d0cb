import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { removeFile } from '../../platform/held-file.ts';
import { makePrivateFolder } from '../../platform/private-file.ts';
import { windowsProgram } from '../../platform/system-program.ts';
import { windowsQuoted } from '../user-program.ts';
import { runTool, tryTool } from './run-tool.ts';
import { type ServiceManager, type ServicePlan, xmlText } from './service-plan.ts';

const RESTARTS = 10;
const SCHTASKS = windowsProgram('schtasks.exe');

/**
 * Writes the description of the task. A console program would show a window at each login, so the console host starts
 * it without one.
 */
export function scheduledTask({ command, variables }: ServicePlan, user: string): string {
  const program = command.map(windowsQuoted).join(' ');
  // A task has no variables of its own.
  const set = Object.entries(variables).map(([name, value]) => `set "${name}=${value}"&& `);
  const run = set.length === 0 ? program : `cmd.exe /d /s /c "${set.join('')}${program}"`;
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
  const { username } = userInfo();
  // All users of a computer share the names of its tasks.
  const task = `Plinth ${username}`;
  return {
    file,
    log: join(dataDir, 'logs', 'plinth.log'),
    async install(plan) {
      makePrivateFolder(dataDir);
      const byteOrderMark = '\ufeff';
      const user = `${process.env.USERDOMAIN ?? '.'}\\${username}`;
      writeFileSync(file, byteOrderMark + scheduledTask(plan, user), 'utf16le');
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
      removeFile(file);
    },
  };
}
