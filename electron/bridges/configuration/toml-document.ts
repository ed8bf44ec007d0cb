import { parse, TomlError } from 'smol-toml';
import type { FaultPlace } from '../../../shared/configuration-fault.ts';
import { ConfigurationRefused, unlessRefused } from './file.ts';
import type { Insertion } from './insertions.ts';

export type Tables = Record<string, unknown>;

/** Parses TOML. An integer that a double cannot hold becomes a BigInt. Throws the parser's error. */
export const parseToml = (text: string): Tables => parse(text, { integersAsBigInt: 'asNeeded' });

/** Parses TOML. Throws {@link ConfigurationRefused} without a path. */
export function readToml(text: string): Tables {
  try {
    return parseToml(text);
  } catch (error) {
    // The parser quotes the file in its message, so that only the reason and the place are kept.
    if (!(error instanceof TomlError)) throw error;
    const { line, column, message } = error;
    if (message.includes('already defined')) throw new ConfigurationRefused('key_twice', { line });
    if (message.includes('excessively nested')) throw new ConfigurationRefused('too_deep');
    throw new ConfigurationRefused('unparseable', { line, column });
  }
}

/** Returns the insertion that adds a comment and a block at the end of a file. */
export function blockAtEnd(text: string, comment: string, block: string): Insertion {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
  // There is no closing comment. A program that edits the file would insert its next table before it, inside
  // our block.
  return { offset: text.length, text: gap + [comment, ...block.split('\n'), ''].join(eol) };
}

const EVENT_HEADER = /^\[\[hooks\.([A-Za-z]+)\]\]/gm;

/** Names the value of a valid file to which the tables of a block cannot be added. */
export function obstacleTo(block: string, text: string): ConfigurationRefused {
  const { hooks } = parseToml(text);
  const events = [...block.matchAll(EVENT_HEADER)].map(([, event]) => event!);
  const refusal = (member: string, value: unknown, due: 'table' | 'tables') => {
    const found = Array.isArray(value) ? 'array' : (typeof value as NonNullable<FaultPlace['found']>);
    return new ConfigurationRefused('unexpected_shape', { member, found, due });
  };
  const isObstacle = (name: string) => unlessRefused(() => readToml(`${text}\n[[${name}]]\n`)) === undefined;
  if (events.length === 0) return refusal('hooks', hooks, 'tables');
  // Our block has no table of this name.
  if (isObstacle('hooks.Plinth')) return refusal('hooks', hooks, 'table');
  const event = events.find((each) => isObstacle(`hooks.${each}`)) ?? '';
  return refusal(`hooks.${event}`, (hooks as Tables | undefined)?.[event], 'tables');
}
