import { join } from 'node:path';
import { expect, test } from 'vitest';
import { incomingEvent, openTestStore, testRedactor } from '../../../test/support/incoming-events.ts';
import { storeForEachTest } from '../../../test/support/store-for-each-test.ts';
import type { IncomingEvent } from '../event/incoming-event.ts';
import type { ReceiptStore } from '../worker/receipt-store.ts';

let folder: string;
let store: ReceiptStore;
storeForEachTest(
  (opened) => {
    ({ folder, store } = opened);
  },
  () => store,
);

/** The summary of an event in the list, and the texts of its masks. */
async function listed(overrides: Partial<IncomingEvent>) {
  store.commit([incomingEvent(overrides)]);
  const { receipts } = await store.calls.query({}, undefined, 1);
  const { summary, masks } = receipts[0]!;
  return { summary, masks: masks.map(({ start, end }) => summary.slice(start, end)) };
}

test('ordinary code is no mask', async () => {
  for (const content of ['arr[i] = [x]', 'see [readme]', '/[a-z]/', 'the [email] of me']) {
    expect(await listed({ data: { content } })).toEqual({ summary: content, masks: [] });
  }
});

test('the masks of a text are at the places of its findings', async () => {
  const content = '  arr[i]\n\n to  [email], not me@corp.io\tand you@corp.io ';
  expect(await listed({ data: { content } })).toEqual({
    summary: 'arr[i] to [email], not [email] and [email]',
    masks: ['[email]', '[email]'],
  });
  const { masks } = (await store.calls.query({}, undefined, 1)).receipts[0]!;
  expect(masks[0]!.start).toBe('arr[i] to [email], not '.length);
});

test('the masks in the names and values of a tool’s input are found', async () => {
  const toolInput = { 'me@corp.io': ['arr[i] "x"\n you@corp.io'], note: '[email]' };
  expect(await listed({ event: 'tool.before_use', data: { toolName: 'Mail', toolInput } })).toEqual({
    summary: 'Mail {"[email]":["arr[i] \\"x\\"\\n [email]"],"note":"[email]"}',
    masks: ['[email]', '[email]'],
  });
});

test('a long line is cut before a mask, and is not shortened for a bracket', async () => {
  const { summary, masks } = await listed({ data: { content: `${'word '.repeat(39)}me@corp.io at once` } });
  expect(summary).toBe(`${'word '.repeat(39).trimEnd()}…`);
  expect(masks).toEqual([]);
  const code = `${'word '.repeat(39)}array[index] at once`;
  expect((await listed({ data: { content: code } })).summary).toBe(`${code.slice(0, 199)}…`);
  const first = await listed({ data: { content: `me@corp.io ${'word '.repeat(60)}` } });
  expect(first.masks).toEqual(['[email]']);
});

test('a receipt without stored text has no masks in the list', async () => {
  const content = 'me@corp.io';
  expect(await listed({ level: 'metadata', data: { content } })).toEqual({ summary: '', masks: [] });
});

test('the own home folder and name are shortened without a mask and without a count', async () => {
  const own = openTestStore(join(folder, 'own.db'), () => {}, testRedactor(['/home/zbigniew'], ['zbigniew']));
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const listedBy = async (command: string) => {
    own.commit([
      incomingEvent({ event: 'command.before_run', data: { command, cwd: '/home/zbigniew/app' } }),
    ]);
    const [receipt] = (await own.calls.query({}, undefined, 1)).receipts;
    const { summary, masks, secrets, personal } = receipt!;
    return { summary, masks: masks.map(({ start, end }) => summary.slice(start, end)), secrets, personal };
  };
  try {
    expect(await listedBy('ls /home/zbigniew/app')).toEqual({
      summary: 'ls ~/app',
      masks: [],
      secrets: 0,
      personal: 0,
    });
    expect(await listedBy(`cd /home/zbigniew && use ${token}`)).toEqual({
      summary: 'cd ~ && use [github-token]',
      masks: ['[github-token]'],
      secrets: 1,
      personal: 0,
    });
    expect(await listedBy('mail anna.kowalska@kowalska-praxis.de')).toMatchObject({
      secrets: 0,
      personal: 1,
    });
  } finally {
    own.calls.close();
  }
});

test.each([
  [{ toolName: 'Edit', toolInput: { file_path: '/srv/shop/src/a.ts', old_string: 'x' } }, 'Edit src/a.ts'],
  [{ toolName: 'read_file', toolInput: { absolute_path: '/etc/hosts' } }, 'read_file /etc/hosts'],
  [{ toolName: 'Grep', toolInput: { pattern: 'total', path: '/srv/shop/src' } }, 'Grep "total" in src'],
  [
    { toolName: 'WebFetch', toolInput: { url: 'https://example.com/a', prompt: 'x' } },
    'WebFetch https://example.com/a',
  ],
  [{ toolName: 'Task', toolInput: { description: 'Explore', prompt: 'long' } }, 'Task Explore'],
  [{ toolName: 'list_dir', toolInput: { path: '/srv/shopping' } }, 'list_dir /srv/shopping'],
  [{ toolName: 'mcp__x', toolInput: { a: 1 } }, 'mcp__x {"a":1}'],
  [{ toolName: 'Todo', toolInput: [1] }, 'Todo [1]'],
  [
    {
      toolName: 'apply_patch',
      toolInput: {
        command:
          '*** Begin Patch\n*** Add File: sub/a.txt\n+*** Add File: x\n*** Update File: b.ts\n@@\n-1\n+2\n*** End Patch',
      },
    },
    'apply_patch sub/a.txt, b.ts',
  ],
  [
    {
      toolName: 'apply_patch',
      toolInput: `*** Begin Patch\n${[1, 2, 3, 4, 5].map((n) => `*** Delete File: ${n}\n`).join('')}*** End Patch`,
    },
    'apply_patch 1, 2, 3, 4 …',
  ],
])('a tool is told in words: %j', async (data, summary) => {
  expect(await listed({ event: 'tool.before_use', data: { ...data, cwd: '/srv/shop' } })).toEqual({
    summary,
    masks: [],
  });
});

test('a mask in a tool’s words is a mask, also after the folder was left out', async () => {
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const data = { toolName: 'Read', toolInput: { file_path: `/srv/shop/${token}/x` }, cwd: '/srv/shop' };
  expect(await listed({ event: 'tool.before_use', data })).toEqual({
    summary: 'Read [github-token]/x',
    masks: ['[github-token]'],
  });
});
