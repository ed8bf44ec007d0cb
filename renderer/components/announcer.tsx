import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

interface Announcement {
  text: string;
  serial: number;
}

let current: Announcement = { text: '', serial: 0 };
const listeners = new Set<() => void>();

/** Shows a short result for a few seconds and announces it to assistive technology. */
export function announce(text: string): void {
  current = { text, serial: current.serial + 1 };
  for (const listener of listeners) listener();
}

function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const SHOWN_MS = 4000;

export function Announcer() {
  const { text, serial } = useSyncExternalStore(onAnnouncement, () => current);
  const [over, setOver] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(serial), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [serial]);
  const shown = serial > over && text !== '';
  // Outside the page's root, because a modal dialog makes the root inert and its results must still be announced.
  return createPortal(
    <div role="status" aria-live="polite">
      {shown && <div className="announce">{text}</div>}
    </div>,
    document.body,
  );
}
