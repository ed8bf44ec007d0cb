import { describe, expect, it } from 'vitest';
import { BY_SERVICE_NAME } from './by-service-name.ts';
import { RULES } from './index.ts';
import { PERSONAL_LITERALS } from './national-ids.ts';

/** The quantifiers of a pattern that have no upper bound, outside of character classes. */
function unboundedQuantifiers(source: string): string[] {
  const bare = source.replaceAll(/\\./g, 'e').replaceAll(/\[(?:[^\]])*\]/g, 'c');
  return bare.match(/[*+](?!\?\?)|\{\d+,\}/g) ?? [];
}

describe('the rule tables', () => {
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
