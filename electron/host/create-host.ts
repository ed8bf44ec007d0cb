import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import type { Express } from 'express';
import type { HostStatus } from '../../shared/control.ts';
import { API_VERSION } from '../../shared/limits.ts';
import { privacyLevel } from '../../shared/settings.ts';
import { BridgeService } from '../bridges/bridge-service.ts';
import { type HarnessSurroundings, processSurroundings } from '../bridges/connect/harness-environment.ts';
import type { CollectorAddress } from '../bridges/connect/launcher.ts';
import { ServerProof } from '../bridges/connect/server-proof.ts';
import { type ControlDispatch, createDispatch } from '../control/dispatch.ts';
import { NoticeBoard } from '../control/event-hub.ts';
import { createHostHandlers } from '../control/handlers/host-handlers.ts';
import { type ControlSocket, startControlSocket } from '../control/transports/control-socket.ts';
import { IntegrationStore } from '../integrations/integration-store.ts';
import { openKeyVault } from '../integrations/key-vault.ts';
import { systemKeychain } from '../integrations/keychain.ts';
import { startBridgeSocket } from '../listener/bridge-socket.ts';
import { addBridgesRoute } from '../listener/bridges-route.ts';
import { createCollectorApp } from '../listener/collector-app.ts';
import type { CollectorContext } from '../listener/collector-context.ts';
import { LargeBodies } from '../listener/large-bodies.ts';
import { type Listener, NoFreePort, startListener } from '../listener/listener.ts';
import { peerGuard } from '../listener/peer-guard.ts';
import { RateLimiter } from '../listener/rate-limiter.ts';
import { RefusalPace } from '../listener/refusal-pace.ts';
import { RejectionLedger } from '../listener/rejection-ledger.ts';
import { allowedHosts } from '../listener/request-guards.ts';
import { addServerProofRoute } from '../listener/server-proof-route.ts';
import { FaultLog } from '../platform/fault-log.ts';
import { HostError } from '../platform/host-error.ts';
import { collectWhenIdle } from '../platform/idle-memory.ts';
import { type HostLog, openLog } from '../platform/log.ts';
import {
  hasRuntimeFile,
  removeRunSecret,
  removeRuntimeInfo,
  writeRunSecret,
  writeRuntimeInfo,
} from '../platform/runtime-file.ts';
import type { RetentionLimits } from '../receipts/store/receipt-eraser.ts';
import { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { OpenKeyValueFile } from '../state-file/settings-store.ts';
import { ClockWatch } from './clock-watch.ts';
import { filesBeforeOpening, ReceiptWitness } from './receipt-witness.ts';
import { RecordingSwitch } from './recording.ts';
import { Retention } from './retention.ts';
import { inDataDir, lockDataDir, openReceipts, openSettings, prepareDataDir } from './start-steps.ts';

const DAY_MS = 86_400_000;
const RETENTION_INTERVAL_MS = 3_600_000;
const FIRST_RETENTION_DELAY_MS = 60_000;
/** After so long without a word, a session of a managed harness is taken to have ended. */
const SILENCE_MS = DAY_MS;

export interface HostOptions {
  /** Who is asking: a host listens, `stores-only` just opens the stores, as the command line does. */
  host: HostStatus['host'];
  version: string;
  dataDir: string;
  /** Wanted port; 0 takes any. */
  port: number;
  openSettingsFile: OpenKeyValueFile;
  /** False keeps the key in a file without asking the keychain. */
  useKeychain: boolean;
  /** The receipt worker's module, wherever a bundler has put it. */
  receiptWorker: URL;
  /** Where harnesses are looked for; this process's own surroundings unless a test says otherwise. */
  surroundings?: HarnessSurroundings;
}

/** The collector: stores, listener and control. */
export interface Host {
  baseUrl: string | undefined;
  port: number | undefined;
  movedFrom: number | undefined;
  setAside: readonly string[];
  /** What of the settings could not be used, in words for a person. */
  settingsFaults: readonly { summary: string; remedy: string }[];
  status(): Promise<HostStatus>;
  dispatch: ControlDispatch;
  notices: NoticeBoard;
  /** Tells control how to make a login link of the console, and how to log its browsers out. */
  offerConsole(link: () => string, logOutAll: () => number): void;
  log: HostLog['logger'];
  faults: FaultLog;
  /** Answers what is in flight, makes it durable, and gives the data directory free. */
  stop(): Promise<void>;
}

/** Opens the stores and, unless only they were wanted, the listener and the control socket. Throws {@link HostError}. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { dataDir } = options;
  const now = () => Date.now();
  const instanceId = randomUUID();
  const startedAt = new Date(now()).toISOString();
  // What is undone in reverse when a later step fails, and at the end.
  const undo: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };

  try {
    prepareDataDir(dataDir);
    const lock = lockDataDir(dataDir);
    undo.push(() => lock.release());
    const log = await inDataDir(dataDir, () => openLog(dataDir));
    undo.push(() => log.close());
    const faults = new FaultLog(log.logger);
    const settings = openSettings(dataDir, options.openSettingsFile);
    const setAside: string[] = settings.setAside === undefined ? [] : [settings.setAside];
    const keychain = options.useKeychain ? await systemKeychain() : 'chosen_file';
    const vault = await inDataDir(dataDir, async () => {
      const opened = await openKeyVault(dataDir, settings.vaultAccount, keychain, settings.vaultKeyId);
      // A stand-in is not the key: the known one is asked for again at the next start.
      const isKey = opened.state.otherKey !== 'stand_in';
      if (isKey && opened.keyId !== settings.vaultKeyId) settings.setVaultKeyId(opened.keyId);
      return opened;
    });
    if (vault.setAside !== undefined) setAside.push(vault.setAside);
    if (vault.state.otherKey !== undefined) log.logger.error({ key: vault.state.otherKey }, 'other key');

    const notices = new NoticeBoard();
    const database = join(dataDir, 'receipts.db');
    const listens = options.host !== 'stores-only';
    const receipts = new ReceiptClient(options.receiptWorker, {
      file: database,
      // Who only looks makes no digests.
      keyId: listens ? vault.keyId : undefined,
      digestKey: vault.key('receipt-digests'),
      fingerprintKey: vault.key('secret-fingerprints'),
      homeDirectories: [homedir()],
      userNames: [userInfo().username],
    });
    const witness = new ReceiptWitness(settings, () => receipts.call('tally'), now);
    let storesSetAside = 0;
    receipts.on('set_aside', (file) => {
      setAside.push(basename(file));
      storesSetAside += 1;
      witness.begunAnew();
      log.logger.error('receipt store was damaged and has been set aside');
    });
    receipts.on('failure', (failure) => log.logger.error({ failure }, 'receipt store refused'));
    receipts.on('index_rebuilt', () => log.logger.warn('damaged indexes were made anew'));
    receipts.on('replaced', () => {
      log.logger.error('receipt store was deleted or replaced by another program');
      witness.replaced().catch(() => log.logger.error('lost receipts could not be noted'));
    });
    receipts.on('committed', (added) => {
      if (added === 0) return;
      witness.added(added);
      notices.receiptsChanged(added, false);
    });
    const before = filesBeforeOpening(database);
    await openReceipts(receipts, dataDir);
    undo.push(() => receipts.close());
    await inDataDir(dataDir, () => witness.open(before, storesSetAside > 0, listens));
    undo.push(() => witness.close());

    const integrations = new IntegrationStore(settings);
    undo.push(() => integrations.flush());
    integrations.on('changed', () => notices.post({ kind: 'integrations' }));
    settings.on('settings_changed', () => notices.post({ kind: 'settings' }));

    const noteGap = (change: 'beginGap' | 'endGap', at: number) => {
      receipts
        .call(change, at)
        .catch(() => log.logger.error({ change }, 'a gap in the record could not be noted'));
    };
    const recording = new RecordingSwitch(
      settings,
      {
        paused: (at) => noteGap('beginGap', at),
        resumed: (at) => noteGap('endGap', at),
      },
      now,
    );
    undo.push(() => recording.stop());
    if (recording.isPaused()) await receipts.call('beginGap', now());
    else await receipts.call('endGap', now());
    settings.on('recording_changed', () => notices.post({ kind: 'recording' }));

    const rejections = new RejectionLedger();
    rejections.on('rejected', ({ integrationId }) => notices.post({ kind: 'rejection', integrationId }));

    const surroundings = options.surroundings ?? processSurroundings();
    const bridges = new BridgeService(
      {
        dataDir,
        integrations,
        surroundings,
        address: () => bridgeAddress,
        changed: () => notices.post({ kind: 'bridges' }),
      },
      now,
    );
    const retentionLimits = (): RetentionLimits => {
      const { maxAgeDays, maxBytes } = settings.settings.retention;
      return { olderThan: maxAgeDays === null ? null : now() - maxAgeDays * DAY_MS, maxBytes };
    };

    const clock = new ClockWatch(now);
    undo.push(() => clock.stop());
    const retention = new Retention(receipts, retentionLimits, clock, now);

    let listener: Listener | undefined;
    let bridgeAddress: CollectorAddress | undefined;
    let consoleLink: (() => string) | undefined;
    let logOutConsole: (() => number) | undefined;
    let stopping = false;
    const baseUrl = () => `http://127.0.0.1:${listener?.port ?? 0}`;
    const status = async (): Promise<HostStatus> => ({
      version: options.version,
      apiVersion: API_VERSION,
      host: options.host,
      instanceId,
      pid: process.pid,
      startedAt,
      baseUrl: listener === undefined ? null : baseUrl(),
      port: listener?.port ?? null,
      addresses: listener?.addresses ?? [],
      dataDir,
      recording: recording.state(),
      vault: vault.state,
      receipts: await receipts.call('count', {}),
    });

    const handlers = createHostHandlers({
      dataDir,
      status,
      listener: () => listener,
      consoleLink: () => consoleLink?.() ?? null,
      logOutConsole: () => logOutConsole?.() ?? 0,
      integrations,
      receipts,
      rejections,
      settings,
      recording,
      bridges,
      retention,
      witness,
      clock,
      receiptsChanged: (deleted) => notices.receiptsChanged(0, deleted),
      faults: () => faults.count,
      now,
    });
    const dispatch = createDispatch(handlers, (channel, error) => faults.note(channel, error));

    if (listens) {
      try {
        bridges.connector.removeBackups();
      } catch {
        log.logger.error('copies of harness settings could not be removed');
      }
      const context: CollectorContext = {
        integrations,
        rejections,
        rateLimiter: new RateLimiter(),
        refusalPace: new RefusalPace(),
        largeBodies: new LargeBodies(),
        log: log.logger,
        faults,
        submit: (event) =>
          receipts.submit({ ...event, maskDetails: settings.settings.privacy.maskDetails === true }),
        privacyLevel: (integrationId, event) => privacyLevel(settings.settings.privacy, integrationId, event),
        isPaused: () => recording.isPaused(),
        retentionDays: () => settings.settings.retention.maxAgeDays ?? 0,
        baseUrl,
        isStopping: () => stopping,
        now,
      };
      let hosts: ReadonlySet<string> = new Set();
      const addRoutesOfBridges = (extended: Express) =>
        addBridgesRoute(extended, {
          ...context,
          seenActions: bridges.seenActions,
          ledger: bridges.ledger,
          harnessVersion: (harness) => bridges.harnessVersion(harness),
        });
      const onWindows = surroundings.platform === 'win32';
      const proof = onWindows ? new ServerProof() : undefined;
      const app: Express = createCollectorApp(
        context,
        () => hosts,
        (extended) => {
          if (proof !== undefined) addServerProofRoute(extended, context, proof, () => listener?.port);
          addRoutesOfBridges(extended);
        },
      );
      try {
        listener = await startListener(
          app,
          options.port,
          peerGuard(() => settings.settings.allowOtherUsers, log.logger),
        );
      } catch (error) {
        if (!(error instanceof NoFreePort)) throw error;
        throw new HostError(
          'no_free_port',
          `No free port was found from ${options.port} on. Choose another with PLINTH_PORT.`,
        );
      }
      const bound = listener;
      hosts = allowedHosts(bound.port);
      undo.push(async () => {
        stopping = true;
        await bound.stop();
      });

      try {
        if (proof === undefined) {
          const bridgeSocket = await startBridgeSocket(dataDir, context, addRoutesOfBridges);
          undo.push(() => bridgeSocket.stop());
          bridgeAddress = { kind: 'socket', path: bridgeSocket.path };
        } else {
          writeRunSecret(dataDir, proof.secret);
          undo.push(() => removeRunSecret(dataDir));
          bridgeAddress = { kind: 'port', port: bound.port, proof };
        }
        // This process has the lock, so a runtime file that is there was left by a run that did not end as it should.
        bridges.connector.open(hasRuntimeFile(dataDir));
      } catch {
        // The collector serves everybody else; the bridges' status says what is wrong with them.
        log.logger.error('bridges could not be opened');
      }
      undo.push(() => bridges.connector.close());
      const socket: ControlSocket = await inDataDir(dataDir, () =>
        startControlSocket(dataDir, dispatch, notices),
      );
      undo.push(() => socket.stop());
      await inDataDir(dataDir, () =>
        writeRuntimeInfo(dataDir, {
          baseUrl: baseUrl(),
          port: bound.port,
          pid: process.pid,
          instanceId,
          apiVersion: API_VERSION,
          startedAt,
        }),
      );
      undo.push(collectWhenIdle());
      undo.push(() => removeRuntimeInfo(dataDir, instanceId));

      const applyRetention = async () => {
        const wasHeld = retention.held;
        const isDue = (await retention.due()).receipts > 0;
        const { receipts: deleted } = isDue
          ? await witness.whileDeleting(() => retention.runByItself())
          : await retention.runByItself();
        if (deleted > 0) notices.receiptsChanged(0, true);
        if ((retention.held === undefined) !== (wasHeld === undefined)) notices.post({ kind: 'settings' });
      };
      const closeSilentSessions = () => {
        const managed = integrations.list().filter(({ kind }) => kind === 'managed');
        const ids = managed.map(({ id }) => id);
        return receipts
          .call('closeSilentSessions', now() - SILENCE_MS, ids)
          .catch(() => log.logger.error('silent sessions could not be closed'));
      };
      const hourlyWork = () =>
        Promise.all([
          applyRetention().catch(() => log.logger.error('retention could not run')),
          closeSilentSessions(),
        ]);
      const first = setTimeout(hourlyWork, FIRST_RETENTION_DELAY_MS).unref();
      const hourly = setInterval(hourlyWork, RETENTION_INTERVAL_MS).unref();
      undo.push(() => {
        clearTimeout(first);
        clearInterval(hourly);
      });
      log.logger.info({ port: bound.port, host: options.host, vault: vault.state.backend }, 'listening');
    }

    return {
      baseUrl: listener === undefined ? undefined : baseUrl(),
      port: listener?.port,
      movedFrom: listener?.movedFrom,
      setAside,
      settingsFaults: settings.faults,
      status,
      dispatch,
      notices,
      offerConsole: (link, logOutAll) => {
        consoleLink = link;
        logOutConsole = logOutAll;
      },
      log: log.logger,
      faults,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
