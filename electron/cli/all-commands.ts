import type { Command } from 'commander';
import { addAcpCommand } from './acp/acp-command.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addBridgeCommands } from './bridge-commands.ts';
import { addBundleCommand } from './bundle-command.ts';
import { addChangesCommand } from './changes-command.ts';
import { addCompletionCommand } from './completion-command.ts';
import { addConsoleCommand } from './console-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addIncidentsCommand } from './incidents-command.ts';
import { addMirrorCommands } from './mirror-commands.ts';
import { addOpenCommand } from './open-command.ts';
import { createProgram, withGlobalParts } from './program.ts';
import { addReceiptsCommands } from './receipts-commands.ts';
import { addRecordingCommands } from './recording-commands.ts';
import { addRecoverCommand } from './recover-command.ts';
import { addRedactCommand } from './redact-command.ts';
import { addRepairCommand } from './repair-command.ts';
import { addRetentionCommands } from './retention-commands.ts';
import { addRunCommand } from './run-command.ts';
import { addSendCommand } from './send-command.ts';
import { addServeCommand } from './serve-command.ts';
import { addServiceCommands } from './service/service-command.ts';
import { addSessionsCommands } from './sessions-commands.ts';
import { addStatusCommand } from './status-command.ts';
import { addTailCommand } from './tail-command.ts';
import { addTokenCommands } from './token-commands.ts';
import { addUninstallCommand } from './uninstall-command.ts';
import { addVerifyCommand } from './verify-command.ts';

/** Creates the command line: whole, or without the commands that start a headless host. */
export function commandLine({ startsHosts }: { startsHosts: boolean } = { startsHosts: true }): Command {
  const program = createProgram();
  // The help has the commands under these headings, in this order.
  program.commandsGroup('Look:');
  addStatusCommand(program);
  addOpenCommand(program);
  addReceiptsCommands(program);
  addTailCommand(program);
  addSessionsCommands(program);
  addChangesCommand(program);
  program.commandsGroup('Connect:');
  addBridgeCommands(program);
  addTokenCommands(program);
  addSendCommand(program);
  addRunCommand(program);
  addAcpCommand(program);
  program.commandsGroup('Share and prove:');
  addRedactCommand(program);
  addVerifyCommand(program);
  addBundleCommand(program);
  addMirrorCommands(program);
  program.commandsGroup('Keep and repair:');
  addRecordingCommands(program);
  addRetentionCommands(program);
  addBackupCommands(program);
  addDoctorCommand(program);
  addIncidentsCommand(program);
  addRepairCommand(program);
  addRecoverCommand(program);
  if (startsHosts) addUninstallCommand(program);
  program.commandsGroup('Run:');
  if (startsHosts) {
    addServeCommand(program);
    addServiceCommands(program);
  }
  addConsoleCommand(program);
  addCompletionCommand(program);
  return withGlobalParts(program);
}
