import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { messages } from '../messages/index.ts';

interface Announcement {
  text: string;
  serial: number;
  undo: (() => void) | undefined;
}

let current: Announcement = { text: '', serial: 0, undo: undefined };
const listeners = new Set<() => void>();

/**
 * Shows a short result for a few seconds and announces it to assistive technology. `undo` adds a button that takes the
 * change back, and stays longer.
 */
export function announce(text: string, undo?: () => void): void {
  current = { text, serial: current.serial + 1, undo };
  for (const listener of listeners) listener();
}

function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const SHOWN_MS = 4000;
const SHOWN_WITH_UNDO_MS = 10_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

export function Announcer() {
  const { text, serial, undo } = useSyncExternalStore(onAnnouncement, () => current);
  const [over, setOver] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(serial), undo === undefined ? SHOWN_MS : SHOWN_WITH_UNDO_MS);
    return () => clearTimeout(timer);
  }, [serial, undo]);
  const shown = serial > over && text !== '';

  useEffect(() => {
    if (!shown || undo === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      setOver(serial);
      undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shown, undo, serial]);

  // Outside the page's root, because a modal dialog makes the root inert and its results must still be announced.
  return createPortal(
    <div role="status" aria-live="polite">
      {shown && (
        <div className="announce">
          {text}
          {undo !== undefined && (
            <button
              type="button"
              className="announce__undo"
              onClick={() => {
                setOver(serial);
                undo();
              }}
            >
              {messages.common.undo}
            </button>
          )}
        </div>
      )}
    </div>,
    document.body,
  );
}
