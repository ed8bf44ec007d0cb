import type { SecretCopy } from './host-connection.ts';

const SECRET_ON_CLIPBOARD_MS = 60_000;

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
  // Only a focused page can read the clipboard. A page in the background waits for its next focus.
  if (!document.hasFocus()) {
    window.addEventListener('focus', () => void clearIfUnchanged(copied), { once: true });
    return;
  }
  try {
    if ((await digest(await navigator.clipboard.readText())) === copied) {
      await navigator.clipboard.writeText('');
    }
  } catch {
    // The user has withdrawn the permission, so Plinth may no longer read the clipboard.
  }
}

/**
 * Copies a secret with the browser's clipboard. During the minute until it clears the clipboard, it holds only the secret's digest. If the browser
 * would ask the user before reading, it does not read: the answer `stays` lets the screen say so.
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
