import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import * as limits from '../../../shared/limits.ts';
import { accepted, type ConformanceVector, eventOf, invalid, post, refused } from '../conformance-vector.ts';

const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { a: nested(levels - 1) });
/** Short members of every event type. */
const COMMON_LABELS = [
  'turnId',
  'callId',
  'agentId',
  'agentType',
  'parentAgentId',
  'model',
  'mode',
  'mcpServer',
];
const units = (count: number) => '𝄞'.repeat(count);

export function limitVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [
    post('session id of 1', eventOf('', { sessionId: 's' }), accepted()),
    post('session id of 0', eventOf('', { sessionId: '' }), invalid('/sessionId', 'too_short')),
    post('session id of 256', eventOf('', { sessionId: 's'.repeat(256) }), accepted()),
    post('session id of 257', eventOf('', { sessionId: 's'.repeat(257) }), invalid('/sessionId', 'too_long')),
    post('session id of 256 code points outside the BMP', eventOf('', { sessionId: units(256) }), accepted()),
    post(
      'session id of 257 code points outside the BMP',
      eventOf('', { sessionId: units(257) }),
      invalid('/sessionId', 'too_long'),
    ),
    post('body of exactly the limit', eventOf('body at limit', { data: { content: '' } }), accepted(), {
      padding: { pointer: '/data/content', unit: 'a', totalBytes: limits.MAX_EVENT_BYTES },
    }),
    post(
      'body one past the limit',
      eventOf('body past limit', { data: { content: '' } }),
      refused('payload_too_large'),
      {
        padding: { pointer: '/data/content', unit: 'a', totalBytes: limits.MAX_EVENT_BYTES + 1 },
      },
    ),
    // The event is level 1, data level 2, and the tool input starts at level 3.
    post(
      'JSON depth of 32',
      eventOf('depth 32', {
        event: 'tool.before_use',
        data: { toolInput: nested(limits.MAX_JSON_DEPTH - 2) },
      }),
      accepted(),
    ),
    post(
      'JSON depth of 33',
      eventOf('depth 33', {
        event: 'tool.before_use',
        data: { toolInput: nested(limits.MAX_JSON_DEPTH - 1) },
      }),
      invalid('', 'too_deep'),
    ),
  ];
  const bounded: [EventType, string, number][] = [
    ['prompt.submitted', 'destination', limits.MAX_LABEL_LENGTH],
    ['prompt.submitted', 'cwd', limits.MAX_PATH_LENGTH],
    ['tool.before_use', 'toolName', limits.MAX_LABEL_LENGTH],
    ['tool.before_use', 'cwd', limits.MAX_PATH_LENGTH],
    ['command.before_run', 'cwd', limits.MAX_PATH_LENGTH],
    ['file.changed', 'path', limits.MAX_PATH_LENGTH],
    ['file.changed', 'previousPath', limits.MAX_PATH_LENGTH],
    ['file.changed', 'cwd', limits.MAX_PATH_LENGTH],
    ['session.started', 'harness', limits.MAX_LABEL_LENGTH],
    ['session.started', 'harnessVersion', limits.MAX_LABEL_LENGTH],
    ['session.started', 'cwd', limits.MAX_PATH_LENGTH],
    ['session.ended', 'reason', limits.MAX_LABEL_LENGTH],
    ['session.ended', 'cwd', limits.MAX_PATH_LENGTH],
    ...EVENT_TYPES.flatMap((type) =>
      COMMON_LABELS.map((member): [EventType, string, number] => [type, member, limits.MAX_LABEL_LENGTH]),
    ),
  ];
  for (const [type, member, limit] of bounded) {
    const of = (length: number) =>
      eventOf(`${type} ${member} ${length}`, { event: type, data: { [member]: 'x'.repeat(length) } });
    vectors.push(
      post(`${type} ${member} of ${limit}`, of(limit), accepted()),
      post(`${type} ${member} of ${limit + 1}`, of(limit + 1), invalid(`/data/${member}`, 'too_long')),
    );
  }
  return vectors;
}
