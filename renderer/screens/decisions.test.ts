import { describe, expect, it } from 'vitest';
import { newestRefusal } from './integrations/first-event.tsx';
import { nameProblem } from './integrations/name-problem.ts';
import { commonDefault, withIntegrationLevel } from './privacy/privacy-levels.ts';

describe('decisions of the screens', () => {
  it('finds a problem with a name before the host does', () => {
    const live = { name: 'taken', revokedAt: null } as never;
    const gone = { name: 'free again', revokedAt: '2026-11-21T10:00:00.000Z' } as never;
    expect(nameProblem('taken', [live, gone])).toBe('taken');
    expect(nameProblem('free again', [live, gone])).toBeUndefined();
    expect(nameProblem(' x', [])).toBe('outer_space');
  });

  it('takes the newest refusal that is the token’s own or nobody’s', () => {
    const at = (second: number, integrationId: string | null) => ({
      at: new Date(second * 1000).toISOString(),
      code: 'invalid_json' as const,
      status: 400,
      endpoint: 'events' as const,
      integrationId,
      errors: [],
    });
    const all = [at(5, 'mine'), at(9, 'other'), at(7, null), at(1, 'mine')];
    expect(newestRefusal(all, 'mine', new Date(2000).toISOString())?.at).toBe(new Date(7000).toISOString());
    expect(newestRefusal([at(1, 'mine')], 'mine', new Date(2000).toISOString())).toBeUndefined();
  });

  it('gives an integration’s level back to the defaults without a trace', () => {
    const privacy = { defaults: {}, integrations: {} };
    const set = withIntegrationLevel(privacy, 'int', 'file.changed', 'nothing');
    expect(set.integrations).toEqual({ int: { 'file.changed': 'nothing' } });
    expect(withIntegrationLevel(set, 'int', 'file.changed', undefined)).toEqual(privacy);
    expect(commonDefault(privacy)).toBe('text');
    expect(commonDefault({ defaults: { 'file.changed': 'nothing' }, integrations: {} })).toBeUndefined();
  });
});
