import { dataFieldsOf, EVENT_TYPES, NEVER_ACCEPTED } from '../../../shared/event.ts';
import * as limits from '../../../shared/limits.ts';
import type { ValidationError } from '../../../shared/problem.ts';
import {
  CONFORMANCE_INTEGRATION,
  type ConformanceVector,
  eventOf,
  invalid,
  JSON_TYPE,
  post,
  raw,
  refused,
} from '../conformance-vector.ts';

const invalidEvent = (name: string, event: unknown, pointer: string, code: ValidationError['code']) =>
  post(name, event, invalid(pointer, code));

function memberVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  const refuse = (...of: Parameters<typeof invalidEvent>) => vectors.push(invalidEvent(...of));
  for (const member of ['schema', 'integration', 'event', 'sessionId', 'occurredAt', 'data'] as const) {
    const { [member]: _, ...rest } = eventOf(`without ${member}`);
    refuse(`without ${member}`, rest, `/${member}`, 'required');
    if (member !== 'event') {
      refuse(
        `${member} of a wrong type`,
        eventOf(`wrong ${member}`, { [member]: 7 }),
        `/${member}`,
        member === 'schema' ? 'wrong_value' : 'wrong_type',
      );
    }
  }
  refuse('another schema', eventOf('schema v2', { schema: 'service.event.v2' }), '/schema', 'wrong_value');
  refuse(
    'an unknown event type',
    eventOf('unknown type', { event: 'prompt.answered' }),
    '/event',
    'wrong_value',
  );
  refuse('an event type of a wrong type', eventOf('wrong event', { event: 7 }), '/event', 'wrong_type');
  refuse(
    'an inherited name as event type',
    eventOf('inherited', { event: 'constructor' }),
    '/event',
    'wrong_value',
  );
  refuse('an unknown top-level member', { ...eventOf('unknown member'), extra: 1 }, '', 'unknown_member');
  refuse(
    'more unknown top-level members than a validator lists',
    { ...eventOf('unknown members'), ...Object.fromEntries([...'abcdefghijkl'].map((name) => [name, 1])) },
    '',
    'unknown_member',
  );
  refuse('a body that is an array', [], '', 'wrong_type');
  refuse('a body that is null', null, '', 'wrong_type');
  refuse('a body that is a string', 'event', '', 'wrong_type');
  refuse('data that is an array', eventOf('array', { data: [] }), '/data', 'wrong_type');
  return vectors;
}

function formatVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  const refuse = (...of: Parameters<typeof invalidEvent>) => vectors.push(invalidEvent(...of));
  for (const [name, character] of [
    ['a line feed', '\n'],
    ['NUL', '\u0000'],
    ['DEL', '\u007f'],
    ['a C1 control', '\u0085'],
  ]) {
    refuse(
      `session id with ${name}`,
      eventOf('', { sessionId: `a${character}b` }),
      '/sessionId',
      'invalid_format',
    );
  }
  for (const occurredAt of [
    '2026-01-15T09:30:00Z',
    '2026-01-15T09:30:00.000+00:00',
    '2026-01-15 09:30:00.000Z',
    '2026-02-29T09:30:00.000Z',
    '2026-13-01T09:30:00.000Z',
    '2026-01-15T24:00:00.000Z',
    '2026-01-15T09:30:60.000Z',
    '2026-1-15T09:30:00.000Z',
    '+002026-01-15T09:30:00.000Z',
    'yesterday',
    '',
  ]) {
    refuse(
      `occurredAt “${occurredAt}”`,
      eventOf(`at ${occurredAt}`, { occurredAt }),
      '/occurredAt',
      'invalid_format',
    );
  }
  return vectors;
}

function dataVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  const refuse = (...of: Parameters<typeof invalidEvent>) => vectors.push(invalidEvent(...of));
  for (const type of EVENT_TYPES) {
    for (const member of dataFieldsOf(type)) {
      if (member === 'toolInput') continue;
      const code = member === 'changeType' ? 'wrong_value' : 'wrong_type';
      const event = eventOf(`${type} ${member}`, { event: type, data: { [member]: 7 } });
      refuse(`${type} ${member} of a wrong type`, event, `/data/${member}`, code);
    }
  }
  refuse(
    'an unknown change type',
    eventOf('touched', { event: 'file.changed', data: { changeType: 'touched' } }),
    '/data/changeType',
    'wrong_value',
  );
  return vectors;
}

function forbiddenVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  const forbidden = refused('forbidden_field', [{ pointer: '/data', code: 'never_accepted' }]);
  const spellings = [...NEVER_ACCEPTED, 'STDOUT', 'token_map', 'Std-Err', '_env_', 'tool_response'];
  for (const member of spellings) {
    vectors.push(
      post(
        `the member ${member} is refused`,
        eventOf(`never ${member}`, { data: { [member]: 'x' } }),
        forbidden,
      ),
    );
  }
  vectors.push(
    post(
      'another integration’s name',
      eventOf('mismatch', { integration: `${CONFORMANCE_INTEGRATION} ` }),
      refused('integration_mismatch'),
    ),
  );
  return vectors;
}

function bodyVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  const twice = (member: string, both: string) => JSON.stringify(eventOf('twice')).replace(member, both);
  const bodies: [string, string][] = [
    ['an empty body', ''],
    ['a cut body', '{"schema":'],
    ['two values', '{} {}'],
    ['single quotes', "{'schema':1}"],
    ['NaN', '{"schema":NaN}'],
    ['a member twice', twice('"event":', '"event":"session.ended","event":')],
    ['a member twice, once escaped', twice('"data":', '"d\\u0061ta":{},"data":')],
    ['a member of data twice', twice('"content":', '"content":"shown","content":')],
    ['a member of data twice, once escaped', twice('"content":', '"\\u0063ontent":"shown","content":')],
  ];
  for (const [name, body] of bodies) {
    vectors.push(
      raw(
        `not JSON: ${name}`,
        { method: 'POST', path: limits.EVENTS_PATH, headers: [JSON_TYPE], body },
        refused('invalid_json'),
      ),
    );
  }
  vectors.push(
    raw(
      'a byte order mark',
      {
        method: 'POST',
        path: limits.EVENTS_PATH,
        headers: [JSON_TYPE],
        body: `\ufeff${JSON.stringify(eventOf('bom'))}`,
      },
      refused('byte_order_mark'),
    ),
  );
  return vectors;
}

/** Events that the contract refuses, and bodies that are no events. */
export function invalidVectors(): ConformanceVector[] {
  return [...memberVectors(), ...formatVectors(), ...dataVectors(), ...forbiddenVectors(), ...bodyVectors()];
}
