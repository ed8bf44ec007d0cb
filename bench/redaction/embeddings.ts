import type { Sample } from './samples.ts';

/** A place where a credential occurs. Each one puts a credential into text of some kind. */
export interface Embedding {
  name: string;
  put(text: string): string;
  /** Returns the written form of the secret in the text, where it differs from the secret. */
  written?: (secret: string, text: string) => string;
}

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

export const EMBEDDINGS: readonly Embedding[] = [
  { name: 'alone', put: (text) => text },
  {
    name: 'prose',
    put: (text) => `Please use this one for the deployment: ${text} and tell nobody about it.`,
  },
  { name: 'sentence end', put: (text) => `The build broke, I had ${text}.` },
  {
    name: 'code, double quotes',
    put: (text) => `  const client = connect("${text}", { retries: 3 });\n  return client;`,
  },
  { name: 'code, single quotes', put: (text) => `x = load('${text}')` },
  { name: 'template', put: (text) => `run(\`${text}\`);` },
  { name: 'JSON', put: (text) => `{"id":7,"note":${JSON.stringify(text)},"ok":true}` },
  { name: 'JSON in JSON', put: (text) => JSON.stringify({ body: JSON.stringify({ note: text }) }) },
  { name: 'YAML', put: (text) => `items:\n  - name: one\n    note: ${text}\n    size: 3\n` },
  { name: 'shell', put: (text) => `cd /srv/app && deploy --target=prod "${text}" | tee out.log` },
  { name: 'shell, exported', put: (text) => `export THING='${text}'\nmake all` },
  { name: 'diff', put: (text) => `@@ -1,3 +1,3 @@\n-old line\n+${text}\n unchanged` },
  { name: 'log', put: (text) => `2026-11-02T10:11:12.345Z INFO [http] request done value=${text} took=12ms` },
  { name: 'CSV', put: (text) => `7,Ada,${text},2026-11-02` },
  { name: 'XML', put: (text) => `<entry><note>${text}</note></entry>` },
  { name: 'Markdown', put: (text) => `- first\n- second: \`${text}\`\n` },
  { name: 'Windows lines', put: (text) => `one\r\n${text}\r\ntwo\r\n` },
  { name: 'escaped line feed', put: (text) => `"one\\n${text}\\ntwo"` },
];

/** The embeddings that change the written form of the secret. */
export const WRAPPINGS: readonly Embedding[] = [
  {
    name: 'base64',
    put: (text) => `payload: ${base64(`value ${text}`)}`,
    written: (_secret, text) => base64(`value ${text}`).slice(12, 40),
  },
  {
    name: 'base64, wrapped',
    put: (text) =>
      base64(`# config of the service\nvalue ${text}\n${'padding '.repeat(12)}`).replaceAll(
        /(.{76})/g,
        '$1\n',
      ),
    written: (_secret, text) => base64(`# config of the service\nvalue ${text}\n`).slice(40, 60),
  },
  {
    name: 'query string',
    put: (text) => `https://app.acme.dev/cb?state=1&v=${encodeURIComponent(text)}&next=%2F`,
    written: (secret) => encodeURIComponent(secret),
  },
  {
    name: 'zero-width characters',
    put: (text) => `see ${text.slice(0, text.length >> 1)}\u200b${text.slice(text.length >> 1)} ok`,
  },
  {
    name: 'continued shell line',
    put: (text) => `echo ${text.slice(0, text.length >> 1)}\\\n${text.slice(text.length >> 1)}`,
  },
];

/** Returns true when any of the sample's secrets is still readable in `stored`. */
export function leaks(sample: Sample, embedding: Embedding, stored: string): boolean {
  const plain = stored.replaceAll(/[\u200b\n\r]|\\\n|\\n/g, '');
  return sample.secrets.some((secret) => {
    const written = embedding.written?.(secret, sample.text) ?? secret;
    return stored.includes(written) || plain.includes(written.replaceAll(/[\n\r]/g, ''));
  });
}
