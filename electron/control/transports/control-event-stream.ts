import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { ControlEvent } from '../../../shared/control.ts';
import { clientSocketPath } from './control-socket.ts';

const DATA = 'data: ';

/**
 * Yields undefined when a running host has accepted the subscription, and then each of its control events. Ends when the
 * host stops. Throws if no host answers.
 */
export async function* controlEventStream(
  dataDir: string,
  signal?: AbortSignal,
): AsyncGenerator<ControlEvent | undefined> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    const options = { socketPath: clientSocketPath(dataDir), path: '/control/events', agent: false };
    request({ ...options, ...(signal === undefined ? {} : { signal }) }, resolve)
      .on('error', reject)
      .end();
  });
  yield undefined;
  try {
    for await (const line of createInterface({ input: stream })) {
      if (line.startsWith(DATA)) yield JSON.parse(line.slice(DATA.length)) as ControlEvent;
    }
  } catch {
    // The host has closed the stream.
  }
}
