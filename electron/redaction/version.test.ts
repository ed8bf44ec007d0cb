import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeBundle } from '../../scripts/vite/node-bundle.ts';
import { createRedactor } from './redactor.ts';
import { digestOfSources } from './source-digest.ts';

const folder = mkdtempSync(join(tmpdir(), 'plinth-stamp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { ruleSet } = createRedactor({
  fingerprintKey: new Uint8Array(32),
  homeDirectories: [],
  userNames: [],
});

describe('the stamp on a receipt', () => {
  it('is a readable version and the digest of the sources', () => {
    expect(ruleSet).toMatch(/^\d{4}\.\d{1,2}\.\d{1,3}\+[0-9a-f]{12}$/);
    expect(ruleSet.endsWith(digestOfSources(import.meta.dirname))).toBe(true);
  });

  it('changes with any file of the redactor, and not with a test of it', () => {
    const copy = join(folder, 'redaction');
    cpSync(import.meta.dirname, copy, { recursive: true });
    const before = digestOfSources(copy);
    writeFileSync(join(copy, 'redactor.test.ts'), '// another test');
    expect(digestOfSources(copy)).toBe(before);
    const rules = join(copy, 'rules', 'unmarked.ts');
    writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll('\n', '\r\n'));
    expect(digestOfSources(copy)).toBe(before);
    writeFileSync(join(copy, 'detectors', 'jwt.ts'), '// nothing is found');
    expect(digestOfSources(copy)).not.toBe(before);
  });

  it('is put into the bundles', async () => {
    const config = nodeBundle('redactor', join(import.meta.dirname, 'redactor.ts'));
    const outDir = join(folder, 'built');
    await build({ ...config, configFile: false, logLevel: 'error', build: { ...config.build, outDir } });
    const bundle = readFileSync(join(outDir, 'redactor.cjs'), 'utf8');
    expect(bundle.includes(`+${digestOfSources(import.meta.dirname)}`)).toBe(true);
  });
});
