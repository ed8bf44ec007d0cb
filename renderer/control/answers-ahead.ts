import type { ControlChannel, ControlEnvelope, ControlParams, ControlResult } from '../../shared/control.ts';
import type { HostConnection, Question } from './host-connection.ts';

/**
 * Asks questions at once, and gives each answer to the first who asks the same. The host answers while the code of the window
 * is still read. After any change of the record or of the connection, the answers are dropped.
 */
export function askAhead(connection: HostConnection, questions: readonly Question[]): HostConnection {
  const ahead = new Map<string, Promise<ControlEnvelope<unknown>>>();
  const keyOf = (channel: ControlChannel, params: unknown) => `${channel} ${JSON.stringify(params)}`;
  // Before the questions, so that no change after their answers is missed.
  const drop = () => ahead.clear();
  connection.subscribe(drop);
  connection.onState(() => connection.state() !== 'connected' && drop());
  for (const [channel, params] of questions) {
    ahead.set(keyOf(channel, params), connection.call(channel, params));
  }
  function call<C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlEnvelope<ControlResult<C>>> {
    const key = keyOf(channel, params);
    const answer = ahead.get(key) as Promise<ControlEnvelope<ControlResult<C>>> | undefined;
    ahead.delete(key);
    return answer ?? connection.call(channel, params);
  }
  return { ...connection, call };
}
