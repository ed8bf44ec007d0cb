import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawConnection } from '../../test/support/raw-connection.ts';
import { type RunningHost, startTestHost } from '../../test/support/running-host.ts';

let host: RunningHost;
let token: string;

beforeAll(async () => {
  host = await startTestHost();
  ({ token } = await host.generateToken('half closed'));
});
afterAll(() => host.remove());

const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
const question = () => head('GET /api/developer/v1/capabilities');
const partOfEvent = () =>
  `${head('POST /api/developer/v1/events', 'Content-Type: application/json\r\nContent-Length: 100\r\n')}{"schema":`;

/** Sends the bytes, ends the sending side and returns the status of each answer until the connection closes. */
async function answersTo(sent: string, ended: 'at once' | 'after an answer'): Promise<number[]> {
  const connection = await RawConnection.open(host.port, '127.0.0.1', true);
  connection.send(sent);
  const statuses: number[] = [];
  const read = async () => {
    const answer = await connection.answer();
    if (answer !== undefined) statuses.push(answer.status);
    return answer !== undefined;
  };
  if (ended === 'after an answer') await read();
  connection.socket.end();
  while (await read());
  await connection.closed;
  return statuses;
}

// Each of these connections was once kept until its request timed out after 12 to 30 seconds. An answer of 408 shows that.
describe('a connection whose client has ended its side', () => {
  test('is closed if it has sent nothing', async () => {
    expect(await answersTo('', 'at once')).toEqual([]);
  });

  test('gets 400 for part of a request', async () => {
    expect(await answersTo(partOfEvent(), 'at once')).toEqual([400]);
  });

  test.each(['at once', 'after an answer'] as const)(
    'gets 400 for part of a request behind others, when it ends %s',
    async (ended) => {
      expect(await answersTo(question().repeat(4) + partOfEvent(), ended)).toEqual([200, 200, 200, 200, 400]);
    },
  );

  test('gets all answers to a pipeline', async () => {
    expect(await answersTo(question().repeat(4), 'at once')).toEqual([200, 200, 200, 200]);
  });
});
