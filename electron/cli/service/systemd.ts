import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTool, tryTool } from './run-tool.ts';
import { FINAL_EXIT_CODES, type ServiceManager, type ServicePlan } from './service-plan.ts';

const UNIT = 'plinth.service';
const RESTART_SECONDS = 5;
/** systemd's EXIT_NAMESPACE: the kernel or a security module does not let this user make a namespace. */
const NO_NAMESPACE = '226';

const quoted = (text: string) =>
  `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;

/**
 * The protections that need a namespace of mounts. The home folder stays writable, because the data directory and the
 * agents’ configurations are in it. The runtime folder has the sockets.
 */
const namespaced = (plan: ServicePlan) => [
  'ProtectSystem=strict',
  // A mirror or a backup of the record may be on another volume.
  `ReadWritePaths=%h %t -/media -/mnt -/run/media ${quoted(`-${plan.dataDir}`)}`,
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectClock=yes',
  'PrivateDevices=yes',
  // SQLite may need temporary files, and /tmp is read-only otherwise.
  'PrivateTmp=yes',
];

/** Writes the unit. Without `hardened`, it has only the protections that every user may ask for. */
export function systemdUnit(plan: ServicePlan, hardened: boolean): string {
  return `${[
    '[Unit]',
    'Description=Plinth, a private local record of what AI agents report',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${plan.command.map(quoted).join(' ')}`,
    ...Object.entries(plan.variables).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    'Restart=on-failure',
    `RestartSec=${RESTART_SECONDS}`,
    `RestartPreventExitStatus=${FINAL_EXIT_CODES.join(' ')}`,
    'UMask=0077',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    // Netlink tells Node the network interfaces.
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'LockPersonality=yes',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallErrorNumber=EPERM',
    // Only loopback, in both directions.
    'IPAddressDeny=any',
    'IPAddressAllow=localhost',
    ...(hardened ? namespaced(plan) : []),
    '',
    '[Install]',
    'WantedBy=default.target',
  ].join('\n')}\n`;
}

/** The systemd manager of the user. */
export function systemd(): ServiceManager {
  const file = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd/user', UNIT);
  const systemctl = (...args: string[]) => runTool('systemctl', ['--user', ...args]);
  const write = async (unit: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, unit);
    await systemctl('daemon-reload');
  };
  const hasNoNamespace = async () =>
    (await tryTool('systemctl', ['--user', 'show', '--property=ExecMainStatus', '--value', UNIT]))?.trim() ===
    NO_NAMESPACE;
  return {
    file,
    log: `journalctl --user --unit ${UNIT}`,
    async install(plan) {
      await write(systemdUnit(plan, true));
      try {
        await systemctl('enable', '--now', UNIT);
      } catch (error) {
        if (!(await hasNoNamespace())) throw error;
        await write(systemdUnit(plan, false));
        await systemctl('restart', UNIT);
      }
    },
    restart: async () => void (await systemctl('restart', UNIT)),
    async uninstall() {
      await tryTool('systemctl', ['--user', 'disable', '--now', UNIT]);
      rmSync(file, { force: true });
      await tryTool('systemctl', ['--user', 'daemon-reload']);
    },
  };
}
