import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULE_SET } from '../version.ts';
import { BY_SERVICE_NAME } from './by-service-name.ts';
import { RULES } from './index.ts';
import { PERSONAL_LITERALS } from './national-ids.ts';

/** The rule set that each state of the tables is. A change of the tables needs a line of its own here. */
const DIGESTS: Record<string, string> = {
  '2026.11.1': '92fd8ac0d3797226',
};

function digestOfTables(): string {
  const hash = createHash('sha256');
  const tables = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => `${import.meta.dirname}/${name}`);
  for (const path of [
    ...tables,
    `${import.meta.dirname}/../sensitive-name.ts`,
    `${import.meta.dirname}/../placeholder.ts`,
  ]) {
    hash.update(readFileSync(path, 'utf8').replaceAll(/\s+/g, ''));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The quantifiers of a pattern that have no upper bound, outside of character classes. */
function unboundedQuantifiers(source: string): string[] {
  const bare = source.replaceAll(/\\./g, 'e').replaceAll(/\[(?:[^\]])*\]/g, 'c');
  return bare.match(/[*+](?!\?\?)|\{\d+,\}/g) ?? [];
}

describe('the rule tables', () => {
  it('change only together with the version of the rule set', () => {
    expect(digestOfTables()).toBe(DIGESTS[RULE_SET]);
  });

  it('cover the most used services', () => {
    const services = new Set(
      RULES.filter(({ tier }) => tier === 'definite').flatMap(({ service }) => service.split(', ')),
    );
    expect(services.size).toBeGreaterThanOrEqual(200);
  });

  it('have ids of their own, in kebab-case, because an id is a mask', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [
      ...ids,
      ...BY_SERVICE_NAME.map((rule) => rule.id),
      ...PERSONAL_LITERALS.map((rule) => rule.id),
    ])
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    '%s has an upper bound on every quantifier',
    (_id, rule) => {
      expect(unboundedQuantifiers(rule.pattern.source)).toEqual([]);
      expect(rule.literals.every((literal) => literal.length >= 3)).toBe(true);
    },
  );
});
