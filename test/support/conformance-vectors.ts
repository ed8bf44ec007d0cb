import { readdirSync, readFileSync } from 'node:fs';
import type { ConformanceFile, ConformanceVector } from '../../scripts/contract/conformance-vector.ts';

const folder = new URL('../../sdk/conformance/', import.meta.url);

/** Returns every vector of every file, as the SDKs read them. */
export function conformanceVectors(): { file: string; vectors: ConformanceVector[] }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((file) => {
      const { vectors } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as ConformanceFile;
      return { file, vectors };
    });
}

/** Returns the body of a vector, padded to the requested size. */
function vectorBody({ body, bodyPadding }: ConformanceVector['request']): Buffer | undefined {
  if (body === undefined) return undefined;
  if (bodyPadding === undefined) return Buffer.from(body);
  const { pointer, unit, totalBytes } = bodyPadding;
  const value: unknown = JSON.parse(body);
  const names = pointer.split('/').slice(1);
  const last = names.pop()!;
  let parent = value as Record<string, unknown>;
  for (const name of names) parent = parent[name] as Record<string, unknown>;
  const missing = totalBytes - Buffer.byteLength(body);
  parent[last] = unit.repeat(missing / Buffer.byteLength(unit));
  return Buffer.from(JSON.stringify(value));
}

/** Returns the exact bytes of a vector's request. */
export function vectorRequest(vector: ConformanceVector, port: number, token: string | undefined): Buffer {
  const { method, path, headers } = vector.request;
  const own = headers.map(([name, value]) => [name, value.replaceAll('$port', String(port))] as const);
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const body = vectorBody(vector.request);
  const lines: (readonly [string, string])[] = [];
  if (!names.has('host')) lines.push(['Host', `127.0.0.1:${port}`]);
  if (!names.has('authorization') && token !== undefined) lines.push(['Authorization', `Bearer ${token}`]);
  lines.push(...own);
  if (body !== undefined) lines.push(['Content-Length', String(body.length)]);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}
