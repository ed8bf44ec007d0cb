import { expect, test } from 'vitest';
import { type AnchorPlace, CheckpointAnchors } from './checkpoint-anchors.ts';

function place(): AnchorPlace & { text: string | undefined } {
  return {
    source: 'keychain',
    text: undefined,
    async read() {
      return this.text;
    },
    async write(text) {
      this.text = text;
    },
  };
}

test('a checkpoint of a replaced record stays beside the newest, until it is forgotten', async () => {
  const kept = place();
  let record = 'first';
  const disputes: string[] = [];
  const open = () =>
    new CheckpointAnchors(
      [kept],
      async (note) => (note.startsWith(record) ? 'continues' : 'differs'),
      (source) => disputes.push(source),
    );
  const notes = async (anchors: CheckpointAnchors) => (await anchors.known()).map(({ note }) => note);

  const before = open();
  before.add('first 1', 'now');
  before.add('first 2', 'now');
  await before.close();
  expect(await notes(open())).toEqual(['first 2']);

  const during = open();
  await during.load();
  record = 'second';
  during.recheck();
  during.add('second 1', 'now');
  await during.close();
  expect(disputes).toEqual(['keychain']);
  const after = open();
  expect(await notes(after)).toEqual(['first 2', 'second 1']);
  after.add('second 2', 'later');
  await after.close();
  expect(await notes(open())).toEqual(['first 2', 'second 2']);

  const last = open();
  await last.forgetDisputed();
  expect(await notes(open())).toEqual(['second 2']);
  expect(disputes).toEqual(['keychain']);
});

test('an unreadable place keeps nothing back', async () => {
  const kept = place();
  kept.text = 'not JSON';
  const anchors = new CheckpointAnchors(
    [kept],
    async () => 'continues' as const,
    () => {},
  );
  expect(await anchors.known()).toEqual([]);
  anchors.add('a', 'now');
  await anchors.close();
  expect(kept.text).toContain('"note":"a"');
});

test('a checkpoint of the moments behind a crash is forgotten, and an earlier one stays disputed', async () => {
  const crashedAt = Date.parse('2026-11-20T10:00:00.000Z');
  const kept = place();
  const reopen = async (at: string) => {
    kept.text = JSON.stringify({ newest: { note: 'lost', at } });
    const anchors = new CheckpointAnchors(
      [kept],
      async () => 'is_shorter',
      () => {},
    );
    anchors.allowCrash(crashedAt);
    await anchors.load();
    return anchors;
  };
  expect(await (await reopen('2026-11-20T10:00:20.000Z')).known()).toEqual([]);
  expect(kept.text).toBe('');
  expect(await (await reopen('2026-11-20T11:00:00.000Z')).disputed()).toHaveLength(1);
});
