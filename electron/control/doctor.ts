import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { DoctorFinding, VaultState } from '../../shared/control.ts';
import { formatBytes } from '../../shared/quantity.ts';
import { electronRuntime } from '../platform/electron-runtime.ts';
import type { StoreHealth } from '../receipts/store/store-health.ts';
import type { ClockStep } from '../record/clock-watch.ts';
import type { HeldRetention } from '../record/retention.ts';
import type { StoreLoss } from '../state-file/settings-content.ts';

const LOW_DISK_BYTES = 512 * 1_048_576;
const CRITICAL_DISK_BYTES = 64 * 1_048_576;
const CLOCK_TOLERANCE_MS = 60_000;

/** The state that the doctor checks. The host gathers it, or the command line if no host is running. */
interface Examination {
  dataDir: string;
  /** Undefined if no host is running. */
  listener: { port: number; addresses: readonly string[]; movedFrom: number | undefined } | undefined;
  vault: VaultState;
  /** Lines of SQLite's own integrity check. Empty if the store is intact. */
  integrity: readonly string[];
  /** The store's report about itself. Undefined if the store is damaged. */
  health: StoreHealth | undefined;
  /** Number of receipts that the store must hold, by its commits and deletions. */
  expectedReceipts: number;
  losses: readonly StoreLoss[];
  clockSteps: readonly ClockStep[];
  heldRetention: HeldRetention | undefined;
  setAside: readonly string[];
  /** Parts of the settings file that could not be used. */
  settingsFaults: readonly { summary: string; remedy: string }[];
  now: number;
}

const ok = (check: string, summary: string): DoctorFinding => ({ check, level: 'ok', summary, remedy: null });
const attention = (check: string, summary: string, remedy: string): DoctorFinding => ({
  check,
  level: 'attention',
  summary,
  remedy,
});
const failure = (check: string, summary: string, remedy: string): DoctorFinding => ({
  check,
  level: 'failure',
  summary,
  remedy,
});

function checkListener({ listener }: Examination): DoctorFinding[] {
  if (listener === undefined) {
    return [
      attention('listener', 'No Plinth is running for this data directory.', 'Start it with: npm start'),
    ];
  }
  const where = `Listening on port ${listener.port}, ${listener.addresses.join(' and ')}.`;
  if (listener.movedFrom !== undefined) {
    return [
      attention(
        'listener',
        `${where} Port ${listener.movedFrom} was taken by another program.`,
        'Clients that read runtime.json find the new port. Close the other program and restart Plinth to get the usual port back.',
      ),
    ];
  }
  if (!listener.addresses.includes('::1')) {
    return [
      attention(
        'listener',
        `${where} The IPv6 loopback address is not available.`,
        'Clients that connect to “localhost” over IPv6 alone must use 127.0.0.1 instead.',
      ),
    ];
  }
  return [ok('listener', where)];
}

const vaultReasons = {
  no_keychain: 'there is no keychain on this computer',
  keychain_locked: 'the keychain is locked',
  keychain_timeout: 'the keychain did not answer in time',
  chosen: 'PLINTH_KEYCHAIN=off is set',
} as const;

const WITH_ANOTHER_KEY =
  'Events that were reported before are recorded again when they are sent again, and fingerprints of secrets differ.';

function otherKeyFinding({ otherKey, reason }: VaultState): DoctorFinding {
  if (otherKey === 'stand_in') {
    const why = reason === null ? '' : `, because ${vaultReasons[reason]}`;
    return failure(
      'keychain',
      `Plinth works with a stand-in key${why}: the key of earlier receipts cannot be read. ${WITH_ANOTHER_KEY}`,
      'Unlock the keychain and restart Plinth; it takes up the earlier key again.',
    );
  }
  return failure(
    'keychain',
    `The key of earlier receipts is gone, and Plinth has made a new one. ${WITH_ANOTHER_KEY}`,
    'Restore vault.key or the keychain from a backup and restart Plinth. Without one nothing is to be done: no receipt is lost.',
  );
}

function checkVault({ vault }: Examination): DoctorFinding[] {
  if (vault.otherKey !== undefined) return [otherKeyFinding(vault)];
  if (vault.backend === 'keychain' || vault.reason === null) {
    return [ok('keychain', 'Keys are in the operating system’s keychain.')];
  }
  const inFile = `Keys are in a file that only you can read, because ${vaultReasons[vault.reason]}.`;
  if (vault.reason === 'chosen') return [ok('keychain', inFile)];
  return [
    attention(
      'keychain',
      inFile,
      'Unlock or install a keychain (on Linux a Secret Service such as GNOME Keyring) and restart Plinth; the key moves there by itself.',
    ),
  ];
}

/** Reports that two keys were used, while receipts of the earlier key exist. */
function checkKeys({ health }: Examination): DoctorFinding[] {
  const latest = health?.keys.at(-1);
  if (health === undefined || latest === undefined || health.keys.length < 2) return [];
  if (health.oldestAt === null || health.oldestAt >= latest.firstUsedAt) return [];
  const since = new Date(latest.firstUsedAt).toISOString();
  return [
    attention(
      'keys',
      `Receipts were made with ${health.keys.length} different keys; the last one is in use since ${since}.`,
      'Nothing is to be done. Fingerprints of secrets and retries are compared only among receipts of one key.',
    ),
  ];
}

const inWords = (count: number) => (count === 1 ? '1 receipt' : `${count} receipts`);

function checkCounts({ health, expectedReceipts, losses }: Examination): DoctorFinding[] {
  const findings = losses.map(({ noticedAt, at, expected, found }) =>
    failure(
      'record',
      found < expected
        ? `On ${noticedAt} the store held ${inWords(found)}; on ${at} it had held ${expected}. The others were removed without Plinth.`
        : `On ${noticedAt} the store’s write-ahead log was missing. What was reported after ${at} may be lost.`,
      'Restore receipts.db and the files beside it from a backup. Deleting everything in Plinth clears this finding.',
    ),
  );
  if (health === undefined) return findings;
  if (health.receipts !== health.counted || health.receipts < expectedReceipts) {
    findings.push(
      failure(
        'record',
        `The store holds ${inWords(health.receipts)}; there must be ${Math.max(health.counted, expectedReceipts)}. The others were removed without Plinth.`,
        'Close other programs that use receipts.db, and restore it and the files beside it from a backup.',
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('record', `All ${inWords(health.receipts)} are there.`)];
}

function checkIntegrity({ integrity, setAside }: Examination): DoctorFinding[] {
  const findings: DoctorFinding[] =
    integrity.length === 0
      ? [ok('store', 'The receipt store is intact.')]
      : [
          failure(
            'store',
            'The receipt store is damaged.',
            'Copy receipts.db and the files beside it first if you want to try to recover them. Plinth sets the damaged file aside when it comes to the damage, and begins a new one.',
          ),
        ];
  if (setAside.length > 0) {
    findings.push(
      attention(
        'set-aside',
        `Damaged files were set aside: ${setAside.join(', ')}.`,
        'They are kept in the data directory. Delete them when you no longer need them.',
      ),
    );
  }
  return findings;
}

function checkSettings({ settingsFaults }: Examination): DoctorFinding[] {
  if (settingsFaults.length === 0) return [ok('settings', 'The settings file is valid.')];
  return settingsFaults.map(({ summary, remedy }) => attention('settings', summary, remedy));
}

function checkPermissions({ dataDir }: Examination): DoctorFinding[] {
  if (process.platform === 'win32') return [];
  const mode = statSync(dataDir).mode & 0o777;
  return (mode & 0o077) === 0
    ? [ok('permissions', 'Only you can open the data directory.')]
    : [
        failure(
          'permissions',
          'Other users of this computer can open the data directory.',
          `Run: chmod 700 ${JSON.stringify(dataDir)}`,
        ),
      ];
}

async function checkDisk({ dataDir }: Examination): Promise<DoctorFinding[]> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const left = `${formatBytes(free)} free.`;
  const remedy = 'Free some space, or keep receipts for a shorter time.';
  if (free < CRITICAL_DISK_BYTES) return [failure('disk', `The disk is almost full: ${left}`, remedy)];
  if (free < LOW_DISK_BYTES) return [attention('disk', `The disk is getting full: ${left}`, remedy)];
  return [ok('disk', left)];
}

function describeStep({ at, byMs }: ClockStep): string {
  const seconds = Math.round(Math.abs(byMs) / 1000);
  const units = [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
  ] as const;
  const [size, unit] = units.find(([each]) => seconds >= 2 * each) ?? [1, 'seconds'];
  const direction = byMs > 0 ? 'forward' : 'back';
  return `set ${direction} by ${Math.round(seconds / size)} ${unit} before ${new Date(at).toISOString()}`;
}

const CHECK_DATE =
  'Check the computer’s date and time. Receipts stay in the order they arrived, and searches go by the time of receipt.';

function checkClock({ health, clockSteps, now }: Examination): DoctorFinding[] {
  const latest = health?.latestTime ?? null;
  if (latest !== null && latest - now > CLOCK_TOLERANCE_MS) {
    return [
      attention(
        'clock',
        `Receipts are from the future, up to ${new Date(latest).toISOString()}: the computer’s clock was set back, or was ahead.`,
        CHECK_DATE,
      ),
    ];
  }
  const largest = [...clockSteps].sort((a, b) => Math.abs(b.byMs) - Math.abs(a.byMs))[0];
  if (largest !== undefined) {
    const others = clockSteps.length - 1;
    const more =
      others === 0
        ? ''
        : ` It was set ${others} more ${others === 1 ? 'time' : 'times'} since Plinth was started.`;
    return [attention('clock', `The computer’s clock was ${describeStep(largest)}.${more}`, CHECK_DATE)];
  }
  if (health !== undefined && health.aheadOfTime > 0) {
    return [
      attention(
        'clock',
        `The computer’s clock was once set back: ${inWords(health.aheadOfTime)} came after others of a later time.`,
        CHECK_DATE,
      ),
    ];
  }
  if (new Date(now).getUTCFullYear() < 2026) {
    return [failure('clock', 'The computer’s clock is years behind.', 'Set the computer’s date and time.')];
  }
  return [ok('clock', 'The clock agrees with the receipts.')];
}

function checkRetention({ heldRetention }: Examination): DoctorFinding[] {
  if (heldRetention === undefined) return [];
  const { receipts, of } = heldRetention;
  return [
    attention(
      'retention',
      `Retention would delete ${receipts} of ${inWords(of)} because of their age, and waits: the clock may be wrong.`,
      'Check the computer’s date and time. If they are right, run: plinth retention run. By itself it runs when the clock has been steady for a day.',
    ),
  ];
}

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

function checkElectron(): DoctorFinding[] {
  const runtime = electronRuntime();
  if (runtime.state === 'ready') return [ok('electron', 'Electron’s runtime is installed.')];
  const missing =
    runtime.state === 'not_downloaded' ? 'Electron’s runtime is not downloaded' : 'Electron is not installed';
  if (!hasDisplay()) return [ok('electron', `${missing}. Without a display it is not needed.`)];
  return [
    attention(
      'electron',
      `${missing}.`,
      'The headless host works without it. For the window run: npx install-electron --no',
    ),
  ];
}

/** The finding before the first start of Plinth. The check must not create the data directory. */
export const NO_DATA_DIR = attention(
  'data-dir',
  'There is no data directory yet.',
  'Start Plinth once with: npm start',
);

/** Runs all checks. Each finding names the remedy. */
export async function examine(examination: Examination): Promise<DoctorFinding[]> {
  if (!existsSync(examination.dataDir)) {
    return [NO_DATA_DIR];
  }
  return [
    ...checkListener(examination),
    ...checkIntegrity(examination),
    ...checkCounts(examination),
    ...checkSettings(examination),
    ...checkPermissions(examination),
    ...checkVault(examination),
    ...checkKeys(examination),
    ...(await checkDisk(examination)),
    ...checkClock(examination),
    ...checkRetention(examination),
    ...checkElectron(),
  ];
}
