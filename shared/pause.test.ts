import { expect, test } from 'vitest';
import { minutesUntilTomorrow, type PauseScope, pauseScopeName, pauseScopeOf } from './pause.ts';

test('a scope is read as it was named', () => {
  const scopes: PauseScope[] = [
    { integrationId: 'int_1' },
    { project: 'C:\\work:old' },
    { project: '~/a:b' },
  ];
  expect(scopes.map((scope) => pauseScopeOf(pauseScopeName(scope)))).toEqual(scopes);
});

test('tomorrow begins at midnight, and at least a minute from now', () => {
  expect(minutesUntilTomorrow(new Date(2026, 5, 3, 22, 30))).toBe(90);
  expect(minutesUntilTomorrow(new Date(2026, 5, 3, 23, 59, 59, 900))).toBe(1);
});
