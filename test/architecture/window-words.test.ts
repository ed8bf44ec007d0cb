import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const windowDir = join(import.meta.dirname, '../../renderer');

describe('the window’s texts', () => {
  it('are all in the catalogue', () => {
    const files = readdirSync(windowDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tsx'),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const source = readFileSync(join(windowDir, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
      const literal =
        /(?:aria-label|title|placeholder|alt)="[^"]+"|<(?:h[1-6]|p|span|strong|button|label|dt|dd|th|td|option)[^<>{}]*>\s*[A-Za-z][^<{]*/.exec(
          source,
        );
      expect(literal?.[0], file).toBeUndefined();
    }
  });

  it('never promise what Plinth does not do', () => {
    const catalogue = readdirSync(join(windowDir, 'messages')).filter((name) => name.endsWith('.ts'));
    expect(catalogue.length).toBeGreaterThan(5);
    for (const file of catalogue) {
      const words = readFileSync(join(windowDir, 'messages', file), 'utf8');
      expect(words, file).not.toMatch(/\b(blocked|safe|safely|protected)\b/i);
    }
  });
});
