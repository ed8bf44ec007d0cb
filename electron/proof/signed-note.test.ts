import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkpointLine, findCheckpoints, openCheckpoint, originOf, signCheckpoint } from './checkpoint.ts';
import { NoteSigner, openNote, publicKeyOf } from './signed-note.ts';

// The example of golang.org/x/mod/sumdb/note, and the example of c2sp.org/signed-note.
const GO_SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const GO_NOTE = `${GO_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;
const C2SP_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const C2SP_NOTE =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

test('signs and opens the public examples', () => {
  const signer = new NoteSigner('PeterNeumann', GO_SEED);
  expect(signer.verifierKey).toBe(GO_KEY);
  expect(signer.sign(GO_TEXT)).toBe(GO_NOTE);
  expect(openNote(GO_NOTE, publicKeyOf(GO_KEY)!)).toEqual({ name: 'PeterNeumann', text: GO_TEXT });
  expect(openNote(C2SP_NOTE, publicKeyOf(C2SP_KEY)!)?.text).toBe('This is an example message.\n');
});

test('opens no changed note, no note of another key, and no malformed one', () => {
  const key = publicKeyOf(GO_KEY)!;
  for (let at = 0; at < GO_NOTE.length; at += 1) {
    const changed = `${GO_NOTE.slice(0, at)}${GO_NOTE[at] === 'x' ? 'y' : 'x'}${GO_NOTE.slice(at + 1)}`;
    expect(openNote(changed, key)).toBeUndefined();
    expect(openNote(GO_NOTE.slice(0, at), key)).toBeUndefined();
  }
  // Another spelling of the same bytes.
  expect(openNote(GO_NOTE.replace('AM=', 'AN='), key)).toBeUndefined();
  expect(openNote(GO_NOTE, publicKeyOf(C2SP_KEY)!)).toBeUndefined();
  expect(openNote(`${GO_NOTE}no signature\n`, key)).toBeUndefined();
  expect(publicKeyOf(GO_KEY.replace('c74f', 'c74e'))).toBeUndefined();
  // A note may have signatures of others.
  expect(openNote(`${GO_NOTE}— other.example c74go/Zh\n`, key)?.text).toBe(GO_TEXT);
});

test('a checkpoint survives one line among others, and a changed one is none', () => {
  const signer = new NoteSigner(originOf('an-id'), randomBytes(32));
  const root = createHash('sha256').update('root').digest();
  const note = signCheckpoint(signer, 1234, root);
  const expected = { origin: 'plinth.local/an-id', size: 1234, root };
  expect(openCheckpoint(note, signer.publicKey)).toEqual(expected);
  expect(openCheckpoint(note.replace('1234', '1235'), signer.publicKey)).toBeUndefined();
  const log = `Nov 22 01:00:00 host plinth[7]: ${checkpointLine(note)}\r\nother words\n${note}`;
  expect(findCheckpoints(log)).toEqual([note, note]);
  const other = new NoteSigner('elsewhere.example', randomBytes(32));
  expect(openCheckpoint(signCheckpoint(other, 1, root), other.publicKey)).toBeUndefined();
});

// Written from the specification for this test, with nothing but the standard library and OpenSSL.
const VERIFIER = `
import base64, hashlib, subprocess, sys, tempfile
key, note = sys.argv[1], sys.stdin.buffer.read()
name, key_id, material = key.split('+', 2)
material = base64.b64decode(material)
assert material[0] == 1 and len(material) == 33
assert hashlib.sha256(name.encode() + b'\\n' + material).digest()[:4].hex() == key_id
text, signatures = note.rsplit(b'\\n\\n', 1)
text += b'\\n'
dash, signer, value = signatures.decode().rstrip('\\n').split(' ')
assert dash == '\\u2014' and signer == name
value = base64.b64decode(value)
assert value[:4].hex() == key_id
def file(content):
    handle = tempfile.NamedTemporaryFile()
    handle.write(content); handle.flush()
    return handle
pem = b'-----BEGIN PUBLIC KEY-----\\n' + base64.b64encode(bytes.fromhex('302a300506032b6570032100') + material[1:]) + b'\\n-----END PUBLIC KEY-----\\n'
with file(pem) as p, file(text) as t, file(value[4:]) as s:
    sys.exit(subprocess.run(['openssl', 'pkeyutl', '-verify', '-pubin', '-inkey', p.name, '-rawin', '-in', t.name, '-sigfile', s.name], stdout=subprocess.DEVNULL).returncode)
`;
const hasTools = ['python3', 'openssl'].every((tool) => spawnSync(tool, ['--help']).status === 0);

test.skipIf(!hasTools)('an independent verifier accepts a checkpoint, and refuses a changed one', () => {
  const signer = new NoteSigner(originOf('an-id'), randomBytes(32));
  const note = signCheckpoint(signer, 7, createHash('sha256').update('root').digest());
  const verify = (text: string) =>
    spawnSync('python3', ['-c', VERIFIER, signer.verifierKey], { input: text }).status;
  expect(verify(note)).toBe(0);
  expect(verify(note.replace('\n7\n', '\n8\n'))).not.toBe(0);
});
