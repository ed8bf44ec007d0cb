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

/** Copies a secret and takes it off the clipboard after a minute if it is still there; only its digest is kept. */
export async function copySecret(text: string): Promise<void> {
  await clipboard.writeText(text);
  copied = digest(text);
  clearTimeout(timer);
  timer = setTimeout(() => void clearIfUnchanged(), CLEARED_AFTER_MS);
}

/** Does so now, because the app is about to end. */
export const forgetCopiedSecret = clearIfUnchanged;
