import type { SecretCopy } from './host-connection.ts';

export const SECRET_ON_CLIPBOARD_MS = 60_000;

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function mayRead(): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    return status.state === 'granted';
  } catch {
    return false;
  }
}

async function clearIfUnchanged(copied: string): Promise<void> {
  // Reading needs the page in front; a page behind another waits for its next focus.
  if (!document.hasFocus()) {
    window.addEventListener('focus', () => void clearIfUnchanged(copied), { once: true });
    return;
  }
  try {
    if ((await digest(await navigator.clipboard.readText())) === copied) {
      await navigator.clipboard.writeText('');
    }
  } catch {
    // The permission was taken back meanwhile: the clipboard is no longer ours to look at.
  }
}

/**
 * Copies a secret by the browser's own clipboard. Only its digest waits for the minute to pass. A browser that
 * would have to ask before reading is not asked: the answer `stays` lets the screen say so instead.
 */
export async function copySecretInBrowser(text: string): Promise<SecretCopy> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return 'failed';
  }
  if (!(await mayRead())) return 'stays';
  const copied = await digest(text);
  setTimeout(() => void clearIfUnchanged(copied), SECRET_ON_CLIPBOARD_MS);
  return 'clears_itself';
}
