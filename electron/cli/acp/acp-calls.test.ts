import { expect, test } from 'vitest';
import { type ToolCall, ToolCalls } from './acp-calls.ts';

const renamed = (from: string, to: string) => ({ [from]: { type: 'update', move_path: to } });
const heldBy = ({ changed, former, told }: ToolCall) =>
  [...changed.keys(), ...former, ...told].reduce((sum, path) => sum + path.length, 0);

test('a call keeps no path that is too long', () => {
  const calls = new ToolCalls();
  const long = `/${'a'.repeat(1_000_000)}`;
  for (const changes of [renamed(long, '/b'), renamed('/b', long), { [long]: { type: 'add' } }]) {
    const call = calls.update('s', { toolCallId: 'c', rawInput: { changes } })!;
    expect(heldBy(call)).toBeLessThan(10);
  }
});

test('a call that goes on keeps a bounded number of paths, and none when it is finished', () => {
  const calls = new ToolCalls();
  let call: ToolCall | undefined;
  for (let index = 0; index < 2000; index += 1) {
    const path = `/${index}/${'a'.repeat(4000)}`;
    const changes = { ...renamed(path, `/b${index}`), [`/c${index}`]: { type: 'add' } };
    const content = [{ type: 'diff', path: `/d${path.slice(10)}` }];
    call = calls.update('s', { toolCallId: 'c', rawInput: { changes }, content });
  }
  expect(heldBy(call!)).toBeLessThan(200_000);
  expect(call!.former.size).toBeLessThanOrEqual(256);
  expect(call!.changed.size).toBeLessThanOrEqual(256);
  calls.finish(call!);
  expect(heldBy(call!)).toBe(0);
});

test('a file that an agent names again in each update stays known', () => {
  const calls = new ToolCalls();
  let call: ToolCall | undefined;
  for (let index = 0; index < 1000; index += 1) {
    const changes = renamed(`/${'a'.repeat(1000)}`, `/${'b'.repeat(1000)}`);
    call = calls.update('s', { toolCallId: 'c', rawInput: { changes } });
  }
  call = calls.update('s', { toolCallId: 'c', rawInput: { changes: { '/new': { type: 'add' } } } });
  expect([...call!.changed.values()]).toMatchObject([
    { changeType: 'renamed' },
    { path: '/new', changeType: 'created' },
  ]);
});
