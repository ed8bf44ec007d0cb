import { createHash } from 'node:crypto';
import { clipboard } from 'electron';

const CLEARED_AFTER_MS = 60_000;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

let timer: NodeJS.Timeout | undefined;
let copied: string | undefined;

async function clearIfUnchanged(): Promise<void> {
  const ours = copied;
  copied = undefined;
  clearTimeout(timer);
  if (ours !== undefined && digest(await clipboard.readText()) === ours) clipboard.clear();
}

/**
 * Copies a secret and clears it from the clipboard after a minute if it is still there. It keeps only the
 * secret's digest.
 */
export async function copySecret(text: string): Promise<void> {
  await clipboard.writeText(text);
  copied = digest(text);
  clearTimeout(timer);
  timer = setTimeout(() => void clearIfUnchanged(), CLEARED_AFTER_MS);
}

/** Clears the secret at once, because the app is about to end. */
export const forgetCopiedSecret = clearIfUnchanged;
