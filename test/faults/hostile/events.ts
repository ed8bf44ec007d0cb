import { EVENTS_PATH } from '../../../shared/limits.ts';
import { sampleEvent } from '../../support/running-host.ts';
import {
  type HostileRequest,
  INVALID,
  jsonWith,
  listed,
  lists,
  members,
  nested,
  TAKEN,
  TOO_LARGE,
  zeros,
} from './input.ts';

/** The name of the integration that sends the events. An event names its sender. */
export const ATTACKER = 'hostile events';
/** The largest event, less the members around its input. */
const ROOM = 1_048_000;

function event(name: string, toolInput: () => string, statuses = TAKEN): HostileRequest {
  const sent = () =>
    sampleEvent(ATTACKER, {
      ...{ event: 'tool.before_use', sessionId: name },
      data: { toolName: 'Write', toolInput: '@' },
    });
  return {
    ...{ name: `event: ${name}`, to: 'collector', path: EVENTS_PATH, statuses },
    body: () => jsonWith(sent(), toolInput()),
  };
}
const light = (input: HostileRequest): HostileRequest => ({ ...input, isLight: true });
/** An event of a megabyte of one text, which a detector could search again and again. */
const full = (name: string, part: string) =>
  event(name, () =>
    JSON.stringify({ text: part.repeat(Math.floor(ROOM / Buffer.byteLength(JSON.stringify(part)))) }),
  );

export const HOSTILE_EVENTS: readonly HostileRequest[] = [
  light(event('40 levels', () => nested(40), INVALID)),
  light(event('4,000 levels', () => nested(4000), INVALID)),
  light(event('500,000 lists', () => lists(500_000), INVALID)),
  light(event('500,000 numbers', () => zeros(500_000), TOO_LARGE)),
  event('120,000 numbers', () => zeros(120_000)),
  light(event('60,000 members', () => members(60_000))),
  event('20,000 members', () => members(20_000)),
  event(
    '20,000 members that name secrets',
    () => `{${listed(20_000, (at) => `"password=hunter${at} a@b.co":1`)}}`,
  ),
  event('20,000 passwords', () => `{${listed(20_000, (at) => `"password${at}":"correct-horse-${at}"`)}}`),
  event('a name of a megabyte', () => `{"${'k'.repeat(ROOM - 1000)}":0}`),
  event('60,000 long numbers', () => `[${listed(50_000, (at) => `1234567890123${at}`)}]`),
  event('150,000 half characters', () => `"${'\\ud800'.repeat(150_000)}"`),
  event('100,000 different words', () =>
    JSON.stringify(listed(100_000, (at) => at.toString(36)).replaceAll(',', ' ')),
  ),
  event('15,000 random tokens', () =>
    JSON.stringify(
      listed(
        15_000,
        (at) => `${(at * 7919 + 1e9).toString(36)}${(at * 104729 + 1e12).toString(36)}${at}Zq${at * 31}`,
      ).replaceAll(',', ' '),
    ),
  ),
  light(full('keys without end', '-----BEGIN PRIVATE KEY-----\n')),
  full('addresses', 'a@b.co '),
  full('passwords', 'password=[email]x@y.co '),
  full('colons', 'a:'),
  full('marks', 'e\u0301\u0302\u0303'),
  full('digits', '4111 1111 1111 1112 '),
  full('addresses of pages', 'https://user:pass@host/?token=a&'),
  full('base64', 'QUtJQUlPU0ZPRE5ON0VYQU1QTEU='),
];
