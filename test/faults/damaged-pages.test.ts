import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { examineStore } from '../../electron/receipts/repair/examine-store.ts';
import { OtherVersion } from '../../electron/receipts/schema/schema.ts';
import { StoreReplaced } from '../../electron/receipts/store/store-failure.ts';
import type { ReceiptStore } from '../../electron/receipts/worker/receipt-store.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { incomingEvent, indexAll, openTestStore } from '../support/incoming-events.ts';
import { temporaryFolder } from '../support/running-host.ts';
import {
  applyDamage,
  damageCases,
  exportAll,
  KNOWN_AGENTS,
  makeSpecimen,
  mixedTableCases,
  rowNumberCases,
  type Specimen,
} from './damaged-pages.ts';

/*
 * Damages one page of a store after the other. No receipt may be lost beyond the damaged pages, no deleted receipt may
 * come back, and a check of the record names what is lost or altered. `npm run test:damage` runs 200 cases.
 */

const CASES = Number(process.env.PLINTH_DAMAGE_CASES ?? 24);
const SEED = Number(process.env.PLINTH_DAMAGE_SEED ?? 13);
/** More than what a store reads into memory when it opens. */
const NOT_READ_AHEAD_BYTES = 26 * 1_048_576;
/** A busy machine takes several seconds for a case. */
const LONG_MS = Math.max(600_000, CASES * 30_000);

let folder: string;
let specimen: Specimen;
beforeAll(async () => {
  folder = temporaryFolder();
  specimen = await makeSpecimen(folder);
}, LONG_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A read that finds damage fails once. The next one reads the repaired store. */
function again<T>(action: () => T): T {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof StoreReplaced) || attempt === 2) throw error;
    }
  }
}

/** Digests of the files of a store. */
const bytesOf = (file: string) =>
  readdirSync(dirname(file))
    .filter((name) => name.startsWith(basename(file)))
    .map((name) => `${name} ${hash('sha256', readFileSync(join(dirname(file), name)))}`)
    .join();

const withoutNames = ({ session, integration, ...rest }: Receipt) => rest;

function compare(found: Map<string, Receipt>) {
  const lost: string[] = [];
  const altered: string[] = [];
  const renamed: string[] = [];
  for (const [id, receipt] of specimen.receipts) {
    const other = found.get(id);
    if (other === undefined) lost.push(id);
    else if (JSON.stringify(withoutNames(other)) !== JSON.stringify(withoutNames(receipt))) altered.push(id);
    else if (other.session.id !== receipt.session.id || other.integration.name !== receipt.integration.name) {
      renamed.push(id);
    }
  }
  return { lost, altered, renamed };
}

test(`${CASES} damaged pages, seed ${SEED}`, { timeout: LONG_MS }, async () => {
  const problems: string[] = [];
  const totals = { repaired: 0, lost: 0, altered: 0 };
  const exact = [...rowNumberCases(specimen), ...mixedTableCases(specimen)];
  for (const each of [...exact, ...damageCases(specimen, CASES, SEED)]) {
    const file = join(folder, 'receipts.db');
    const asides: string[] = [];
    let store: ReceiptStore | undefined;
    onTestFinished(() => {
      try {
        store?.calls.close();
      } catch {
        // The test has failed already.
      }
    });
    const harm = applyDamage(specimen, each, file);
    const { name } = each;
    const history = { holdsRecord: true, integrations: KNOWN_AGENTS };
    const bytesBefore = bytesOf(file);
    const told = examineStore(file, KNOWN_AGENTS);
    const isExamined = bytesOf(file) === bytesBefore;
    try {
      store = openTestStore(file, (aside) => asides.push(aside), undefined, history);
    } catch (error) {
      // Damage can change the number of the version. Such a file is refused and stays as it is.
      if (!(error instanceof OtherVersion)) throw error;
      continue;
    }
    const opened = store;
    opened.keep();
    const [added] = opened.commit([incomingEvent({ integrationId: 'int_9', integrationName: 'another' })]);
    for (let pass = 0; pass < 2; pass += 1) again(() => indexAll(opened));
    for (const text of ['prompt', 'word']) again(() => opened.calls.query({ text }, undefined, 100));
    await opened.calls.sessions({ limit: 500 });
    const found = again(() => exportAll(opened));
    const { lost, altered, renamed } = compare(found);
    const context = `${name}: ${lost.length} lost, ${altered.length} altered, ${renamed.length} renamed`;

    const isOn = (owner: string) => harm.pages.some((page) => page.owner.includes(owner));
    // The settings keep the newest checkpoint. Where a log was cut off, nothing in the file tells it.
    const kept = { source: 'settings' as const, note: specimen.checkpoint, at: null };
    const check = await opened.calls.checkRecord([kept]);
    const faults = check.faults.map(({ kind, from, to }) => `${kind} ${from}-${to}`).join(' ');
    const differ = lost.length + altered.length + renamed.length;
    // A salt is no part of what is exported.
    const hasOtherSalt = isOn('receipts') && check.faults.every(({ kind }) => kind === 'altered');
    const isNamed = check.faultCount > 0 || (asides.length > 0 && found.size === 1);
    const claims: [string, boolean][] = [
      ['the examination changes nothing', isExamined],
      [`what was found was told: ${told.state}`, asides.length === 0 || told.state === 'salvage'],
      [`a repair was needed: ${told.state}`, told.state !== 'salvage' || asides.length > 0],
      [
        `at most ${harm.receipts} lost`,
        lost.length + (isOn('redactions') ? 0 : altered.length) <= harm.receipts,
      ],
      ['deleted receipts stay deleted', !specimen.deleted.some((id) => found.has(id))],
      ['the store takes events', found.has(added!.receiptId)],
      ['names are kept', renamed.length === 0 || isOn('sessions') || isOn('sqlite_schema')],
      ['the store is whole', opened.calls.integrity().length === 0],
      ['what is lost is named', differ === 0 || isNamed],
      [
        `nothing else is named: ${faults}`,
        differ > 0 || check.faultCount === 0 || hasOtherSalt || isOn('tree_') || isOn('sqlite_schema'),
      ],
      ['the damaged file is kept', asides.every((aside) => existsSync(aside))],
    ];
    if (asides.length > 0) {
      const { harm: kind, lost: stated } = opened.calls.incidents(1)[0]!;
      claims.push([`${told.lost} lost were told, and ${stated} are`, told.lost === stated]);
      claims.push([`the incident says ${kind}`, kind === 'damaged' || kind === 'truncated']);
      // A receipt whose number is damaged keeps its place under another id.
      const isStated = stated === null || stated + told.altered >= lost.length || found.size === 1;
      claims.push([`the incident says ${stated} lost`, isStated]);
    }
    problems.push(...claims.filter(([, holds]) => !holds).map(([claim]) => `${context}: not ${claim}`));
    totals.repaired += asides.length > 0 ? 1 : 0;
    totals.lost += lost.length;
    totals.altered += altered.length;
    opened.calls.close();
    store = undefined;
    const left = readdirSync(folder).filter((entry) => entry.startsWith('receipts.db'));
    const temporary = left.filter((entry) => /\.(?:salvag|rebuild|restor)/.test(entry));
    if (temporary.length > 0) problems.push(`${context}: not ${temporary.join(' ')} is gone`);
    for (const entry of [...left, ...asides.map((aside) => basename(aside))]) {
      rmSync(join(folder, entry), { force: true });
    }
  }
  expect(problems).toEqual([]);
  // Whoever reads the log of a long run sees that the cases did damage something.
  console.log(`damaged pages: ${JSON.stringify(totals)}`);
  expect(totals.repaired).toBeGreaterThan(CASES / 4);
});

test.skipIf(process.platform === 'win32')(
  'a dry run of a repair changes nothing of an open store, which records on',
  { timeout: LONG_MS },
  () => {
    const file = join(folder, 'open.db');
    for (const suffix of ['', '-wal']) copyFileSync(specimen.file + suffix, file + suffix);
    const history = { holdsRecord: true, integrations: KNOWN_AGENTS };
    // A small store is in memory as a whole, and notices no damage of its file.
    const filled = new DatabaseSync(file);
    filled.exec(`CREATE TABLE large (a); INSERT INTO large VALUES (zeroblob(${NOT_READ_AHEAD_BYTES}))`);
    filled.close();
    const asides: string[] = [];
    const store = openTestStore(file, (aside) => asides.push(aside), undefined, history);
    onTestFinished(() => store.calls.close());
    const leaves = specimen.pages.filter(({ owner, type }) => owner === 'receipts' && type === 'leaf');
    const page = leaves[leaves.length >> 1]!;
    // The damage of a disk does not change the time of the file.
    const times = join(folder, 'times');
    execFileSync('touch', ['-r', file, times]);
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, (page.number - 1) * 4096);
    closeSync(descriptor);
    execFileSync('touch', ['-r', times, file]);
    const before = bytesOf(file);
    const told = store.calls.repair(true);
    expect(told).toMatchObject({ state: 'salvage', aside: null });
    expect(told.lost).toBeGreaterThan(0);
    expect(bytesOf(file)).toBe(before);
    expect(asides).toEqual([]);
    store.commit([incomingEvent({ integrationId: 'int_9', integrationName: 'another' })]);
    const { lost, receipts } = store.calls.repair(false);
    expect({ lost, receipts }).toEqual({ lost: told.lost, receipts: told.receipts + 1 });
    expect(asides).toHaveLength(1);
  },
);
