import { EVENT_TYPES } from '../../../shared/event.ts';
import { accepted, type ConformanceVector, eventOf, post, samples } from '../conformance-vector.ts';

export function acceptedVectors(): ConformanceVector[] {
  const vectors = EVENT_TYPES.flatMap((type) => [
    post(
      `${type} with every member`,
      eventOf(`${type} full`, { event: type, data: samples[type] }),
      accepted(),
    ),
    post(`${type} without members`, eventOf(`${type} empty`, { event: type, data: {} }), accepted()),
  ]);
  vectors.push(
    post(
      'unknown data members are dropped',
      eventOf('dropped', { data: { content: 'x', futureMember: { deep: [1] }, constructor: 1 } }),
      accepted(),
    ),
    post(
      'tool input may be null',
      eventOf('null', { event: 'tool.before_use', data: { toolInput: null } }),
      accepted(),
    ),
    post('recording paused', eventOf('paused'), accepted(false), { state: 'recording_paused' }),
    post('integration keeps nothing', eventOf('nothing'), accepted(false), { state: 'keeps_nothing' }),
    post('a token with events:write alone', eventOf('events only'), accepted(), {
      credential: 'events-only',
    }),
    post('leap day', eventOf('leap day', { occurredAt: '2028-02-29T23:59:59.999Z' }), accepted()),
  );
  for (const changeType of ['created', 'modified', 'deleted', 'renamed']) {
    vectors.push(
      post(
        `file ${changeType}`,
        eventOf(`file ${changeType}`, { event: 'file.changed', data: { changeType } }),
        accepted(),
      ),
    );
  }
  return vectors;
}
