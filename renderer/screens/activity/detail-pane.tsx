import type { ReactNode } from 'react';
import { Sheet } from '../../components/dialog.tsx';
import { messages } from '../../messages/index.ts';

interface DetailPaneProps {
  narrow: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The open receipt: a pane beside the list, or a sheet over the list in a narrow window. */
export function DetailPane({ narrow, onClose, children }: DetailPaneProps) {
  if (narrow) {
    return (
      <Sheet title={messages.receipt.title} onClose={onClose}>
        {children}
      </Sheet>
    );
  }
  return (
    <aside
      className="activity__detail"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      {children}
    </aside>
  );
}
