// Lints the Python sources with ruff in WebAssembly. The rules are those of `sdk/python/pyproject.toml`.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly start_location: { readonly row: number; readonly column: number };
}

/** As much of the package as is used. It is loaded by name, so that a checkout without it still compiles. */
interface Ruff {
  readonly PositionEncoding: { readonly Utf32: unknown };
  readonly Workspace: (new (
    settings: unknown,
    encoding: unknown,
  ) => { check(source: string): Finding[] }) & { version(): string };
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = ['sdk/python/**/*.py', 'sdk/bench/*.py', 'examples/**/*.py'];

const { PositionEncoding, Workspace }: Ruff = createRequire(import.meta.url)('@astral-sh/ruff-wasm-nodejs');
const { tool } = parse(readFileSync(join(root, 'sdk/python/pyproject.toml'), 'utf8')) as {
  tool: { ruff: Record<string, unknown> };
};
// Folders mean nothing to it: it is given texts.
const { src: _, ...settings } = tool.ruff;
const workspace = new Workspace(settings, PositionEncoding.Utf32);
const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
const findings = files.flatMap((file) =>
  workspace
    .check(readFileSync(join(root, file), 'utf8'))
    .map(
      ({ code, message, start_location: { row, column } }) => `${file}:${row}:${column} ${code} ${message}`,
    ),
);
for (const finding of findings) console.log(finding);
console.log(`ruff ${Workspace.version()}: ${files.length} files, ${findings.length} findings`);
process.exitCode = findings.length === 0 && files.length > 0 ? 0 : 1;
