import { hash } from 'node:crypto';
import { type BundleContent, DATA_START } from './bundle-content.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid #8886; padding: .75rem 0; }
h2 { font-size: 1rem; margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: .5rem; margin: .25rem 0; }
dt { font-weight: 600; } .note { opacity: .75; } .bad { color: #c33; font-weight: 600; }
`;

/** The viewer shows the data as text and checks the audit paths. It has no way to the network. */
const SCRIPT = `
'use strict';
const bundle = JSON.parse(document.getElementById('bundle').textContent);
const main = document.querySelector('main');
const add = (parent, name, text, className) => {
  const element = parent.appendChild(document.createElement(name));
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};
const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const sha = async (...parts) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
};
const [origin, size, root] = bundle.checkpoint.split('\\n');
const proves = async ({ leaf, proof }) => {
  let node = await sha(Uint8Array.of(0), new TextEncoder().encode(leaf));
  let at = JSON.parse(leaf).i;
  let last = Number(size) - 1;
  if (at > last) return false;
  for (const each of proof.map(bytes)) {
    if (at % 2 === 1 || at === last) {
      node = await sha(Uint8Array.of(1), each, node);
      while (at % 2 === 0 && at !== 0) { at /= 2; last = Math.floor(last / 2); }
    } else node = await sha(Uint8Array.of(1), node, each);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && btoa(String.fromCharCode(...node)) === root;
};
add(main, 'p', bundle.receipts.length + ' receipts of the record ' + origin + ', at its checkpoint of ' + size + ' entries. Made ' + bundle.madeAt + '.');
if (bundle.olderReceipts > 0) add(main, 'p', bundle.olderReceipts + ' older receipts were chosen too and are not on this page.', 'note');
if (bundle.leftOutReceipts > 0) add(main, 'p', bundle.leftOutReceipts + ' receipts were left out, because no signed entry proves them.', 'note');
if (bundle.gaps !== '') add(main, 'p', bundle.gaps, 'note');
const state = add(main, 'p', 'Checking \\u2026');
for (const { shown } of bundle.receipts) {
  const article = add(main, 'article');
  add(article, 'h2', shown.receivedAt + '  ' + shown.agent + '  ' + shown.event);
  add(article, 'div', shown.id + (shown.session === '' ? '' : '  session ' + shown.session), 'note');
  for (const [name, value] of Object.entries(shown.data)) {
    add(article, 'div', name, 'note');
    add(article, 'pre', typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  }
  if (shown.leftOut > 0) add(article, 'div', shown.leftOut + ' members left out: they may hold names.', 'note');
}
Promise.all(bundle.receipts.map(proves)).then(
  (proven) => {
    const missing = proven.filter((each) => !each).length;
    state.textContent = missing === 0
      ? 'Every receipt is in the record at this checkpoint. \\u201cplinth verify FILE\\u201d also checks the signature.'
      : missing + ' receipts are not in the record at this checkpoint.';
    if (missing > 0) state.className = 'bad';
  },
  () => { state.textContent = 'This browser cannot check the file. Use \\u201cplinth verify FILE\\u201d.'; },
);
`;

const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Writes a bundle as one HTML page that loads nothing. */
export function bundlePage(content: BundleContent): string {
  const policy = `default-src 'none'; script-src ${source(SCRIPT)}; style-src ${source(STYLE)}; base-uri 'none'; form-action 'none'`;
  // A text in the data must not end its element.
  const data = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Receipts</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Receipts</h1>
<p class="note">Reports of AI agents about themselves, as Plinth recorded them. Paths, names and hosts have pseudonyms. The proofs show that each
receipt is in the record. They do not show that a report is true.</p>
<main></main>
${DATA_START}${data}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
