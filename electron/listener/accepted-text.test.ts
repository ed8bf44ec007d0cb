import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVENT_TYPES, type EventType, eventData } from '../../shared/event.ts';
import { type RunningHost, startTestHost } from '../../test/support/running-host.ts';
import { checkBundle, readBundle } from '../bundle/bundle-content.ts';

/** `PLINTH_ACCEPTED_EVENTS` asks for more, and `PLINTH_ACCEPTED_SEED` for others. */
const EVENTS = Number(process.env.PLINTH_ACCEPTED_EVENTS ?? 600);
const SEED = Number(process.env.PLINTH_ACCEPTED_SEED ?? 20_261_125);
const SENDERS = 8;
/** A bundle has at most 500 receipts. */
const EVENTS_OF_ONE_TOKEN = 450;
/** Bodies of more than 16 KiB are prepared in another thread. */
const LARGE_TEXT = 17_000;
/** Few: each takes as long as many small ones. */
const SMALL_FOR_EACH_LARGE = 12;
/** Deeper values are refused: the event and its data are levels, too. */
const MOST_LEVELS = 28;

/*
 * JSON as text, and not as values: an escape, half a character, a number with an odd form and a name that comes twice
 * exist only in the text.
 */

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '\\ud83d',
        '\\uD83D',
        '\\ude00',
        '\\udfff',
        '\\ud83d\\ude00',
        '\\ude00\\ud83d',
        '\\\\ud83d',
        '\\\\\\ud83d',
      ],
    ),
  },
  fc.constantFrom(
    ...[
      '\\u0000',
      '\\u001b[31m',
      '\\u2028',
      '\u2028',
      '\u2029',
      '\\u202e',
      '\u202e',
      '\\uFFFF',
      '\\ufeff',
      '\ufeff',
    ],
    ...[
      '\\/',
      '\\"',
      '\\\\',
      '\\b',
      '\\f',
      '\\n',
      '\\r\\n',
      '\\t',
      '\\u00e9',
      '\\u0065\\u0301',
      '😀',
      '\u{e0041}',
      '\x7f',
    ],
    ...[' ', '   ', '/', '~1', '[token]', 'password=', 'https://user:', '@host.example/', '/home/jo/'],
  ),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
/** White space becomes one space in a summary, so that its end can be far inside the text; masks are cut, too. */
const longText = fc
  .tuple(
    fc.constantFrom(' ', '\\t', 'word ', '😀', '\\ud83d', 'é'),
    fc.integer({ min: 1, max: 900 }),
    text,
    text,
  )
  .map(([filling, times, before, after]) => `${before}${filling.repeat(times)}${after}`);
const patch = longText.map((name) => `*** Begin Patch\\n*** Update File: ${name}\\n+x\\n*** End Patch`);
const secret = text.map((value) => `export DATABASE_PASSWORD='Tr0ub4dor${value}' --token=${value}`);
/** Masks end at a number of UTF-16 units, which can be inside a character. */
const login = fc
  .tuple(fc.constantFrom('x', 'Xy', 'Xy7'), fc.integer({ min: 1, max: 90 }))
  .map(([word, times]) => `login: jo / ${word}${'😀'.repeat(times)}`);
const string = fc
  .oneof({ weight: 5, arbitrary: text }, { weight: 2, arbitrary: longText }, patch, secret, login)
  .map((inner) => `"${inner}"`);

const digits = fc.stringMatching(/^[1-9][0-9]{0,40}$/);
const number = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '-0.0',
    '1.0',
    '1e3',
    '1E+03',
    '1e400',
    '-1e-400',
    '0e999999999999999999',
    '5e-324',
  ),
  fc.constantFrom(
    '9007199254740993',
    '1290123456789012345',
    '0.1',
    '0.10000000000000001',
    '4111111111111111',
  ),
  digits,
  fc.tuple(digits, digits).map(([whole, part]) => `-${whole}.${part}`),
  fc.tuple(digits, fc.integer({ min: -330, max: 330 })).map(([whole, power]) => `${whole}e${power}`),
);

const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n');
const name = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.constantFrom(
    '__proto__',
    '\\u005f_proto__',
    'constructor',
    'toJSON',
    'length',
    '0',
    '10',
    '-1',
    'password',
    'file_path',
  ),
);
/** A list has one value and the space around it. */
const members = (value: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(space, name, space, value), { maxLength: 5 })
    .map(
      (all) => `{${all.map(([before, key, after, each]) => `${before}"${key}"${after}:${each}`).join(',')}}`,
    );
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    string,
    number,
    fc.constantFrom('true', 'false', 'null', '[]', '{}'),
    fc.array(tie('value'), { maxLength: 4 }).map((all) => `[${all.join(' , ')}]`),
    members(tie('value')),
  ),
}));
const deep = fc
  .tuple(fc.integer({ min: 1, max: MOST_LEVELS }), fc.boolean(), json)
  .map(([levels, isList, inner]) => {
    const [open, close] = isList ? ['[', ']'] : ['{"\\ud800":', '}'];
    const inside = inner.startsWith('[') || inner.startsWith('{') ? '1e400' : inner;
    return open.repeat(levels) + inside + close.repeat(levels);
  });

/** One member of a type's data. Short members have a limit, so that many of the long texts are refused. */
function valueFor(member: string): fc.Arbitrary<string> {
  if (member === 'toolInput') return fc.oneof(json, json, deep);
  if (member === 'changeType') return fc.constantFrom('"created"', '"modified"', '"deleted"', '"renamed"');
  const isLong = member === 'content' || member === 'command' || /path|cwd/i.test(member);
  return isLong ? string : text.map((inner) => `"${inner}"`);
}

function dataOf(type: EventType): fc.Arbitrary<string> {
  const known = Object.keys(eventData[type].properties);
  const all = fc.record(Object.fromEntries(known.map((member) => [member, valueFor(member)])), {
    requiredKeys: [],
  });
  const unknown = fc.option(fc.tuple(text, json), { freq: 6 });
  return fc.tuple(all, unknown).map(([given, other]) => {
    const written = Object.entries(given).map(([member, value]) => `"${member}":${value}`);
    if (other !== null) written.push(`"x${other[0]}":${other[1]}`);
    return `{${written.join(',')}}`;
  });
}

/** Returns the bodies of events of one integration, at a time of its own each. */
const event = fc.constantFrom(...EVENT_TYPES).chain((type) =>
  fc.tuple(space, fc.oneof({ weight: 9, arbitrary: text }, login), dataOf(type)).map(
    ([between, session, data]) =>
      (integration: string, occurredAt: string, filling: string) =>
        `{${between}"schema":"service.event.v1","integration":${JSON.stringify(integration)},"event":"${type}",` +
        `"sessionId":"${session}","occurredAt":"${occurredAt}",${between}"data":${data}${filling}}`,
  ),
);

async function sendAll(host: RunningHost, bodies: ((name: string, at: string, filling: string) => string)[]) {
  const agents: { token: string; id: string }[] = [];
  for (let index = 0; index * EVENTS_OF_ONE_TOKEN < bodies.length; index += 1)
    agents.push(await host.generateToken(`agent \ud83d ${index}`));
  const answers = new Map<string, number>();
  const start = Date.now();
  let next = 0;
  const sender = async () => {
    for (let index = next++; index < bodies.length; index = next++) {
      const agent = Math.trunc(index / EVENTS_OF_ONE_TOKEN);
      // White space makes a body large, and leaves the event as it is.
      const filling = index % SMALL_FOR_EACH_LARGE === 0 ? ' '.repeat(LARGE_TEXT) : '';
      const at = new Date(start + index).toISOString();
      const answer = await host.post(
        agents[agent]!.token,
        bodies[index]!(`agent \ud83d ${agent}`, at, filling),
      );
      const { code = 'accepted' } = (await answer.json()) as { code?: string };
      answers.set(code, (answers.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return { answers, agents };
}

test(`${EVENTS} events of any accepted JSON are proven, seed ${SEED}`, { timeout: 3_600_000 }, async () => {
  const host = await startTestHost();
  try {
    const { answers, agents } = await sendAll(host, fc.sample(event, { numRuns: EVENTS, seed: SEED }));
    const accepted = answers.get('accepted') ?? 0;
    expect([...answers.keys()].sort()).toEqual(['accepted', 'invalid_event']);
    expect(accepted).toBeGreaterThan(EVENTS / 2);
    const { check } = await host.control('record.check', {});
    expect(check).toMatchObject({ receipts: accepted, faults: [] });
    for (const { id: integrationId } of agents) {
      const { html, shown, leftOutReceipts } = await host.control('bundle.make', {
        filter: { integrationId },
      });
      expect(shown.length).toBeGreaterThan(0);
      expect({ leftOutReceipts, ...checkBundle(readBundle(html)!) }).toMatchObject({
        ...{ leftOutReceipts: 0, isSigned: true, unproven: [], receipts: shown.length },
      });
    }
  } finally {
    await host.remove();
  }
});
