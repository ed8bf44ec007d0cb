import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ControlEvent } from '../../shared/control.ts';
import { EventHub } from './event-hub.ts';
import { createHttpTransport } from './transports/http-transport.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('control events of a flood are merged, and no kind is lost', () => {
  vi.useFakeTimers();
  const hub = new EventHub();
  const heard: ControlEvent[] = [];
  hub.subscribe((event) => heard.push(event));
  hub.post({ kind: 'settings' });
  vi.advanceTimersByTime(0);
  expect(heard).toEqual([{ kind: 'settings' }]);
  for (let index = 0; index < 10_000; index += 1) {
    hub.post({ kind: 'refusal', integrationId: null });
    hub.post({ kind: 'refusal', integrationId: `int_${index}` });
    hub.receiptsChanged(1, index === 5000);
  }
  hub.post({ kind: 'integrations' });
  vi.advanceTimersByTime(1000);
  expect(heard.length).toBeLessThan(80);
  expect(heard).toContainEqual({ kind: 'integrations' });
  expect(heard).toContainEqual({ kind: 'receipts', added: 10_000, deleted: true });
  expect(heard).toContainEqual({ kind: 'refusal', integrationId: null });
});

test('a subscriber that does not read uses bounded memory and learns the changes when it reads again', async () => {
  const FLOOD = 500_000;
  const subscribers = new Set<(event: ControlEvent) => void>();
  const hub = {
    subscribe(subscriber: (event: ControlEvent) => void) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  } as unknown as EventHub;
  const transport = createHttpTransport(async () => ({ ok: true, result: 0 }), hub);
  const server = createServer((req, res) => void transport(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  onTestFinished(() => server.closeAllConnections());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write('GET /control/events HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(subscribers.size).toBe(1));
  const [subscriber] = subscribers;
  let bytes = 0;
  for (let index = 0; index < FLOOD; index += 1) {
    const event: ControlEvent = { kind: 'refusal', integrationId: `int_${index % 10}` };
    bytes += JSON.stringify(event).length;
    subscriber?.(event);
  }
  subscriber?.({ kind: 'bridges' });
  let received = 0;
  let told = false;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    told ||= chunk.includes('"bridges"');
  });
  socket.resume();
  await vi.waitFor(() => expect(told).toBe(true));
  // At most the system's own buffers.
  expect(received).toBeLessThan(bytes / 2);
});
