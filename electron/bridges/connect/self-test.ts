import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { BridgeTest, BridgeTestCause, HooksOff } from '../../../shared/bridge.ts';
import { installedHook } from '../configuration/installed-hook.ts';
import type { Harness } from '../harnesses/harness.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgeConnector } from './bridge-connector.ts';
import type { BridgePlace } from './bridge-places.ts';
import { type HookShell, hookShell, onPath } from './hook-shell.ts';
import { hooksOffIn } from './hooks-off.ts';
import { sessionsWithoutUserSettings } from './running-sessions.ts';
import { sendTestRecord } from './telemetry-test.ts';

/** Harnesses give a hook two seconds. A busy computer gets one more. */
const HOOK_TIMEOUT_MS = 3000;
/** Tests that are remembered, so that a late report of one is no receipt. */
const MAX_REMEMBERED = 256;
const MAX_PRINTED_BYTES = 4096;

/** The tests of this run. A report of the tested connection that names one of their sessions is never recorded. */
export class SelfTests {
  readonly #arrivals = new Map<string, { integrationId: string; arrive: () => void }>();
  /** Gets the process of each hook that is tested. What a test loses is no report of the agent. */
  ran: (pid: number) => void = () => {};

  /** Begins a test of a connection. `arrived` resolves when its report names the test's session. */
  begin(integrationId: string): { sessionId: string; arrived: Promise<true> } {
    const sessionId = `plinth-self-test-${randomBytes(16).toString('hex')}`;
    const arrived = new Promise<true>((resolve) => {
      this.#arrivals.set(sessionId, { integrationId, arrive: () => resolve(true) });
    });
    const [oldest] = this.#arrivals.keys();
    if (this.#arrivals.size > MAX_REMEMBERED && oldest !== undefined) this.#arrivals.delete(oldest);
    return { sessionId, arrived };
  }

  /** Returns true if a session is that of a test of the connection. */
  take(sessionId: string, integrationId: string): boolean {
    const test = this.#arrivals.get(sessionId);
    if (test?.integrationId !== integrationId) return false;
    test.arrive();
    return true;
  }
}

interface HookRun {
  hasFailed: boolean;
  hasPrinted: boolean;
}

interface HookCall {
  shell: HookShell;
  payload: object;
  env: NodeJS.ProcessEnv;
  /** Some harnesses keep the hook's input open after the payload. */
  staysOpen: boolean;
}

/** Runs a hook's command as its harness does: in a shell, with the payload on standard input. */
function runHook({ shell, payload, env, staysOpen }: HookCall, tests: SelfTests): Promise<HookRun> {
  return new Promise((resolve) => {
    const { file, args, windowsVerbatimArguments = false } = shell;
    const limits = { timeout: HOOK_TIMEOUT_MS, maxBuffer: MAX_PRINTED_BYTES, killSignal: 'SIGKILL' } as const;
    const options = { ...limits, env, windowsVerbatimArguments, windowsHide: true };
    const child = execFile(file, args, options, (error, ...printed) =>
      resolve({ hasFailed: error !== null, hasPrinted: printed.some((text) => text !== '') }),
    );
    if (child.pid !== undefined) tests.ran(child.pid);
    const { stdin } = child;
    // A hook that does not read its input is judged by what it does.
    stdin?.on('error', () => {});
    if (staysOpen) stdin?.write(JSON.stringify(payload));
    else stdin?.end(JSON.stringify(payload));
    child.once('exit', () => stdin?.destroy());
  });
}

/** Runs the plugin of a harness that has one, with a session that begins. */
async function runPlugin(harness: Harness, text: string, sessionId: string): Promise<HookRun> {
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  await harness.testPlugin?.(await import(url), sessionId);
  return { hasFailed: false, hasPrinted: false };
}

/** Returns true if a report arrives within a time. */
function inTime(arrived: Promise<true>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return Promise.race([arrived, late]).finally(() => clearTimeout(timer));
}

/** Builds the payload of a harness that writes as Claude Code does. Cursor names the session otherwise. */
const usualPayload = (event: string, sessionId: string, cwd: string) => ({
  hook_event_name: event,
  session_id: sessionId,
  conversation_id: sessionId,
  cwd,
});

/** Returns the reasons for which the harness itself runs no hook, or not in each session. */
function causesInHarness(
  connector: BridgeConnector,
  place: BridgePlace,
  hooksOff: HooksOff | undefined,
): BridgeTestCause[] {
  const harness = HARNESSES[place.harness];
  const { environment } = place;
  const path = connector.configurationPath(place);
  const causes: BridgeTestCause[] = [];
  if (hooksOff?.isKnown === false) causes.push('switch_not_known');
  else if (hooksOff !== undefined) {
    causes.push(hooksOff.isManaged ? 'managed_policy' : 'disabled_by_harness');
  }
  if (harness.managedCollector?.(environment) === true) causes.push('managed_collector');
  if (harness.waitsForReview?.(environment, path, connector.launcherPath) === true) {
    causes.push('waiting_for_review');
  }
  const reader = harness.telemetry?.of ?? place.harness;
  if (reader === 'claude-code' && sessionsWithoutUserSettings() > 0) causes.push('settings_not_read');
  return causes;
}

/** Returns the reasons for which a report did not arrive, as the files show them. */
function causesOnTheWay(
  connector: BridgeConnector,
  place: BridgePlace,
  path: string,
  run: HookRun,
): BridgeTestCause[] {
  const causes: BridgeTestCause[] = [];
  const isPlugin = HARNESSES[place.harness].sender === 'plugin';
  if (!isPlugin && onPath(['curl'], path) === undefined) causes.push('curl_missing');
  const launcher = connector.launcherFault();
  if (!isPlugin && launcher !== undefined) causes.push(launcher);
  const route = connector.routeFault(place);
  if (route !== undefined) causes.push(route);
  if (run.hasFailed) causes.push('hook_failed');
  return causes.length > 0 ? causes : ['not_arrived'];
}

/** Tests a connection by telemetry with the address and the credential in the harness's own settings. */
async function testTelemetry(
  connector: BridgeConnector,
  tests: SelfTests,
  place: BridgePlace,
): Promise<[arrived: boolean, causes: BridgeTestCause[]]> {
  const { telemetry } = HARNESSES[place.harness];
  const installed = telemetry?.installed(connector.configurationPath(place));
  if (telemetry === undefined || installed === undefined) return [false, ['entry_missing']];
  const inHarness = causesInHarness(connector, place, undefined);
  const endpoint = connector.telemetryEndpoint();
  if (endpoint === undefined) return [false, ['collector_off', ...inHarness]];
  const { sessionId, arrived } = tests.begin(place.integration?.id ?? '');
  const { variables, home } = place.environment;
  const env = { PATH: variables.PATH ?? process.env.PATH ?? '', HOME: home };
  const cause = await sendTestRecord(telemetry, installed, { endpoint, env }, sessionId);
  const isThere = await Promise.race([arrived, Promise.resolve(false as const)]);
  const isEntered = connector.isEntered(place);
  const onTheWay: BridgeTestCause[] = isThere ? [] : [cause ?? 'not_arrived'];
  const entry: BridgeTestCause[] = isEntered || cause === 'wrong_address' ? [] : ['entry_missing'];
  return [isThere, [...onTheWay, ...entry, ...inHarness]];
}

/**
 * Tests a bridge: runs the installed hook as its harness does, and looks whether the report arrives. The report is
 * never recorded. Returns every reason for which the harness's own reports do not arrive, also those in `folder`.
 */
export async function testBridge(
  connector: BridgeConnector,
  tests: SelfTests,
  place: BridgePlace,
  folder?: string,
): Promise<BridgeTest> {
  const { harness, home, environment, integration } = place;
  const hooksOff = hooksOffIn(place, folder);
  const inHarness = () => causesInHarness(connector, place, hooksOff);
  const result = (arrived: boolean, causes: BridgeTestCause[]): BridgeTest => ({
    harness,
    name: HARNESSES[harness].name,
    home,
    arrived,
    causes,
    hooksOff: hooksOff === undefined ? [] : [hooksOff],
  });
  if (integration === undefined) return result(false, ['not_connected']);
  if (HARNESSES[harness].hasEntry === false) return result(false, ['no_hook']);
  if (HARNESSES[harness].telemetry !== undefined)
    return result(...(await testTelemetry(connector, tests, place)));
  const text = connector.isEntered(place) ? connector.textOf(place) : undefined;
  const hook = text && installedHook(text, connector.launcherPath);
  if (!hook) return result(false, ['entry_missing']);
  if (!connector.isOpen()) return result(false, ['collector_off', ...inHarness()]);

  const { sessionId, arrived } = tests.begin(integration.id);
  const path = environment.variables.PATH ?? process.env.PATH ?? '';
  if (hook.form === 'plugin') {
    const run = await runPlugin(HARNESSES[harness], hook.text, sessionId);
    const isThere = await inTime(arrived, HOOK_TIMEOUT_MS);
    const causes = isThere ? [] : causesOnTheWay(connector, place, path, run);
    return result(isThere, [...causes, ...inHarness()]);
  }
  const shell = hookShell(hook.command, path);
  if (shell === undefined) return result(false, ['shell_missing', ...inHarness()]);
  const env = { PATH: path, HOME: environment.home };
  const call = (session: string, staysOpen: boolean) => {
    const payload = (HARNESSES[harness].testPayload ?? usualPayload)(hook.event, session, home);
    return runHook({ shell, payload, env, staysOpen }, tests);
  };
  const open = tests.begin(integration.id);
  const stays = shell.waitsForInput !== true;
  const [run, openRun] = await Promise.all([call(sessionId, false), call(open.sessionId, stays)]);
  const isThere = await inTime(arrived, 0);
  const causes = isThere ? [] : causesOnTheWay(connector, place, path, run);
  if (isThere && (openRun.hasFailed || !(await inTime(open.arrived, HOOK_TIMEOUT_MS)))) {
    causes.push('waits_for_input');
  }
  if (run.hasPrinted || openRun.hasPrinted) causes.push('hook_printed');
  return result(isThere, [...causes, ...inHarness()]);
}
