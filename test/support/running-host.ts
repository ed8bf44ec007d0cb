import { rmSync } from 'node:fs';
import type { HarnessSurroundings } from '../../electron/bridges/connect/harness-environment.ts';
import { createHost, type Host } from '../../electron/host/create-host.ts';
import { nodeHostOptions } from '../../electron/host/headless-options.ts';
import type { HostOptions } from '../../electron/host/host-options.ts';
import type { ControlChannel, ControlParams, ControlResult } from '../../shared/control.ts';
import type { Permission } from '../../shared/permission.ts';
import { builtReceiptWorker } from './built-receipt-worker.ts';
import { temporaryFolder } from './temporary-folders.ts';

export { temporaryFolder } from './temporary-folders.ts';

/** A real host in a temporary folder on a free port, for tests. */
export interface RunningHost {
  host: Host;
  baseUrl: string;
  port: number;
  dataDir: string;
  /** Calls control and returns the result. Throws the failure's code, with its reason as the cause. */
  control<C extends ControlChannel>(channel: C, params: ControlParams<C>): Promise<ControlResult<C>>;
  generateToken(name: string, permissions?: Permission[]): Promise<{ token: string; id: string }>;
  post(token: string, event: unknown): Promise<Response>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Returns a valid event. Calls without their own `sessionId` or `occurredAt` return the same event. */
export function sampleEvent(integration: string, overrides: Record<string, unknown> = {}) {
  return {
    schema: 'service.event.v1',
    integration,
    event: 'prompt.submitted',
    sessionId: 'session-1',
    occurredAt: new Date().toISOString(),
    data: { content: 'Explain this function.', destination: 'anthropic', cwd: '/srv/project' },
    ...overrides,
  };
}

/** Names the home as this system does. On Windows there are none of the sockets of other systems. */
function ownSurroundings(surroundings: HarnessSurroundings): HarnessSurroundings {
  if (process.platform !== 'win32') return surroundings;
  const { HOME, ...variables } = surroundings.variables;
  return {
    ...surroundings,
    variables: { ...(HOME && { USERPROFILE: HOME }), ...variables },
    platform: 'win32',
  };
}

export async function startTestHost(overrides: Partial<HostOptions> = {}): Promise<RunningHost> {
  const dataDir = overrides.dataDir ?? temporaryFolder();
  const host = await createHost({
    ...nodeHostOptions('headless', { dataDir, port: '0' }),
    useKeychain: false,
    receiptWorker: builtReceiptWorker,
    ...overrides,
    ...(overrides.surroundings && { surroundings: ownSurroundings(overrides.surroundings) }),
    dataDir,
  });
  const running: RunningHost = {
    host,
    baseUrl: host.baseUrl!,
    port: host.port!,
    dataDir,
    async control(channel, params) {
      const envelope = await host.dispatch(channel, params);
      if (!envelope.ok) throw new Error(envelope.error.code, { cause: envelope.error.reason });
      return envelope.result as never;
    },
    async generateToken(name, permissions = ['events:write', 'capabilities:read']) {
      const { token, integration } = await running.control('integrations.generate', { name, permissions });
      return { token, id: integration.id };
    },
    post: (token, event) =>
      fetch(`${running.baseUrl}/api/developer/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: typeof event === 'string' ? event : JSON.stringify(event),
      }),
    stop: () => host.stop(),
    async remove() {
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return running;
}
