import { expect, test } from 'vitest';
import { tupleAt } from './sql-columns.ts';

test('reads a row with quotes, calls and what separates it from the row before', () => {
  const text = "rows , ('it''s', \"a(b\", now(), 4), (5)";
  expect(tupleAt(text, 4)).toEqual({
    inside: "'it''s', \"a(b\", now(), 4",
    start: 8,
    end: text.indexOf(', (5)'),
  });
});

test('a row that does not end is read once, however it can be divided', () => {
  const row = "('a', insert into users (name, password) values ";
  expect(tupleAt(row.repeat(2000), 0)).toBeUndefined();
  expect(tupleAt("('a\n')", 0)).toBeUndefined();
  expect(tupleAt('()', 0)).toBeUndefined();
});
