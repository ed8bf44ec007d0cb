import type { ControlChannel, ControlEnvelope, ControlParams, ControlResult } from '../../shared/control.ts';
import { controlFailure } from '../../shared/failure.ts';
import { SAMPLE_CHANNELS, type SampleChannel } from '../../shared/sample.ts';
import type { HostConnection } from './host-connection.ts';

const OF_SAMPLE = new Set<string>(SAMPLE_CHANNELS);
/** What screens read of the real host: how it looks and whether it runs. */
const OF_HOST = new Set<ControlChannel>(['settings.get', 'host.status']);

const isSampleChannel = (channel: string): channel is SampleChannel => OF_SAMPLE.has(channel);

/** Wraps a connection so that screens show the sample data. Nothing that a screen does then reaches the real record. */
export function sampleConnection(real: HostConnection): HostConnection {
  async function call<C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlEnvelope<ControlResult<C>>> {
    if (OF_HOST.has(channel)) return real.call(channel, params);
    if (!isSampleChannel(channel)) return { ok: false, error: controlFailure('sample_data') };
    const envelope = await real.call('sample.call', { channel, params });
    return envelope.ok ? { ok: true, result: envelope.result.answer as ControlResult<C> } : envelope;
  }
  return {
    call,
    callAll: (questions) => Promise.all(questions.map(([channel, params]) => call(channel, params))),
    lostAt: () => real.lostAt(),
    subscribe: (listener) => real.subscribe(listener),
    state: () => real.state(),
    onState: (listener) => real.onState(listener),
    copySecret: (text) => real.copySecret(text),
  };
}
