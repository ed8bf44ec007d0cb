import { describe, expect, it } from 'vitest';
import { BinaryContent, decodeText } from './text-decoding.ts';

async function decode(bytes: Uint8Array, chunkSize = bytes.length || 1): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  let text = '';
  for await (const part of decodeText(chunks())) text += part;
  return text;
}

const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

describe('decodeText', () => {
  const text = `Grüße 😀 ${'здравствуй '.repeat(1000)}`;

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little-endian', utf16(text)],
    ['UTF-16 big-endian', utf16(text, true)],
  ])('decodes %s, wherever its chunks part a character', async (_, bytes) => {
    for (const size of [1, 3, 4096, bytes.length]) expect(await decode(bytes, size)).toBe(text);
  });

  it('takes nothing for an empty text', async () => {
    expect(await decode(Buffer.alloc(0))).toBe('');
  });

  it('refuses a file with NUL bytes, before any text', async () => {
    await expect(decode(Buffer.from('GIF89a\0\0'))).rejects.toThrow(BinaryContent);
    await expect(decode(Buffer.concat([Buffer.alloc(7000, 'a'), Buffer.alloc(1)]), 100)).rejects.toThrow(
      BinaryContent,
    );
  });

  it('shows what is no UTF-8 as replacement characters', async () => {
    expect(await decode(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\ufffdb');
  });
});
