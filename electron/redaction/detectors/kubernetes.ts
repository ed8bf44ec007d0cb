import { type Detector, pushMatch } from '../engine/scan.ts';
import { decodedBasic } from './headers.ts';

const KIND = /kind:[ \t]{0,4}["']?secret["']?[ \t]{0,8}(?=\r|\n|$|\\n)/iy;
const DATA = /(?:^|\n)[ \t]{0,16}(?:data|stringData):[ \t]{0,4}\r?\n/g;
const ENTRY =
  /[ \t]{1,24}(?:#[^\n]{0,400}|["']?[\w.-]{1,253}["']?:[ \t]{0,4}(?:[|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,24})?(["']?)([^\s"'{}#][^\n"'{}]{0,16384}?|)\1[ \t]{0,8})(?:\r?\n|$)/y;
const REACH = 8192;

/** The values of a Kubernetes Secret: base64 under `data`, plain under `stringData`. */
export const kubernetesSecretDetector: Detector = {
  literals: ['kind:'],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    if (at < scan.done.kubernetes) return;
    KIND.lastIndex = at;
    scan.work += 1;
    if (!KIND.test(text)) return;
    const reach = Math.max(scan.done.kubernetes, at - REACH);
    const divider = text.slice(reach, at).lastIndexOf('\n---');
    const from = divider === -1 ? reach : reach + divider;
    const next = text.slice(at, at + REACH).search(/\n---/);
    const to = next === -1 ? Math.min(text.length, at + REACH) : at + next;
    scan.done.kubernetes = to;
    scan.work += to - from;
    const document = text.slice(from, to);
    for (const data of document.matchAll(DATA)) {
      let entryAt = data.index + data[0].length;
      for (;;) {
        ENTRY.lastIndex = entryAt;
        const entry = ENTRY.exec(document);
        if (!entry) break;
        const value = entry[2] ?? '';
        if (value.length >= 9 && !/^\[[a-z-]+\]$|^ENC\[|^\$/.test(value)) {
          const start = from + entry.index + entry[0].lastIndexOf(value);
          const plain = Buffer.from(value, 'base64').toString('latin1');
          const secret = data[0].includes('stringData') ? value : plain;
          pushMatch(scan, { rule: 'kubernetes-secret' }, start, start + value.length, secret);
        }
        entryAt = entry.index + entry[0].length;
      }
    }
  },
};

const DOCKER_AUTH = /"auth\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}"([A-Za-z0-9+/_-]{4,4096}={0,2})\\{0,3}"/y;

/** `"auth": "<base64 of user:password>"` in a Docker or npm configuration. */
export const dockerAuthDetector: Detector = {
  literals: ['"auth'],
  caseless: false,
  attempt(scan, at) {
    scan.work += 1;
    DOCKER_AUTH.lastIndex = at;
    const found = DOCKER_AUTH.exec(scan.text);
    if (!found) return;
    const pair = decodedBasic(found[1]!);
    if (pair === undefined || pair.length < 3) return;
    const start = at + found[0].lastIndexOf(found[1]!);
    const secret = pair.slice(pair.indexOf(':') + 1) || pair;
    pushMatch(scan, { rule: 'docker-auth', tier: 'definite' }, start, start + found[1]!.length, secret);
  },
};
