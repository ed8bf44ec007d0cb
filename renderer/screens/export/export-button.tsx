import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { part } from '../../components/part.tsx';
import { useSampleMode } from '../../control/sample-mode.tsx';
import { messages } from '../../messages/index.ts';
import type { ExportProps } from './export-dialog.tsx';

const words = messages.exporting;
const ExportDialog = part(() => import('./export-dialog.tsx').then((file) => file.ExportDialog));

/** The button that opens the export of a list, a session or a project. */
export function ExportButton(props: ExportProps) {
  const [open, setOpen] = useState(false);
  // A file would lose the mark that it is made up.
  if (useSampleMode()) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} title={words.action}>
        <Download size={14} strokeWidth={1.5} aria-hidden />
        <span className="title-row__action">{words.action}</span>
      </Button>
      {open && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
