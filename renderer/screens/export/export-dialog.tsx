import './export.css';
import { useEffect, useId, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { gapsWithin } from '../../../shared/recording-gap.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormatName, fileNameOf } from './export-formats.ts';
import { readReceipts } from './read-receipts.ts';

const words = messages.exporting;
const PREVIEWED = 20;
/** The page holds a file in memory while it makes it. `plinth receipts export` has no such limit. */
const MOST = 20_000;

export interface ExportProps {
  filter: ReceiptFilter;
  /** Title of the exported list, session or project. */
  title: string;
}

/** Shows what a file would contain, and saves or copies it. */
export function ExportDialog({ filter, title, onClose }: ExportProps & { onClose(): void }) {
  const connection = useConnection();
  const count = useQuery('receipts.count', { filter }, []).value?.count;
  const preview = useReceipts(filter);
  const gaps = useQuery('recording.gaps', {}, ['recording']);
  const [format, setFormat] = useState<ExportFormatName>('markdown');
  const [read, setRead] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const name = useId();
  const tooMany = count !== undefined && count > MOST;
  const { mediaType, write } = EXPORT_FORMATS[format];

  const gapsIn = (receipts: readonly Receipt[]) =>
    gapsWithin(gaps.value?.gaps ?? [], {
      integrationId: filter.integrationId,
      project: filter.project,
      since: receipts[0]?.receivedAt,
      until: receipts.at(-1)?.receivedAt,
    });

  const make = async (use: (text: string) => Promise<void> | void, done: string) => {
    setRead(0);
    try {
      const receipts = await readReceipts(connection, filter, MOST, setRead);
      await use(write(title, receipts, gapsIn(receipts)));
      announce(done);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : words.failed);
    }
    setRead(undefined);
  };
  const busy = read !== undefined;
  const unusable = busy || tooMany || !count || gaps.value === undefined;
  return (
    <Dialog
      open
      title={words.title}
      description={count === undefined ? messages.activity.counting : words.description(count)}
      onClose={onClose}
      foot={
        <>
          <Button
            disabled={unusable}
            onClick={() => void make((text) => navigator.clipboard.writeText(text), messages.common.copied)}
          >
            {words.copy}
          </Button>
          <Button
            look="main"
            disabled={unusable}
            onClick={() =>
              void make(
                (text) => save(text, fileNameOf(title, format), mediaType),
                words.saved(fileNameOf(title, format)),
              )
            }
          >
            {busy && <span className="spinner" />}
            {busy ? words.reading(read) : words.save}
          </Button>
        </>
      }
    >
      <fieldset className="fieldset">
        <legend className="field__label">{words.format}</legend>
        {EXPORT_FORMAT_NAMES.map((each) => (
          <label key={each} className="check">
            <input type="radio" name={name} checked={format === each} onChange={() => setFormat(each)} />
            <span>{words.formats[each].name}</span>
            <span className="check__note">{words.formats[each].note}</span>
          </label>
        ))}
      </fieldset>
      {tooMany && <p className="field__problem">{words.tooMany(MOST)}</p>}
      {problem !== undefined && (
        <p className="field__problem" role="alert">
          {problem}
        </p>
      )}
      <h3 className="field__label">{words.preview(Math.min(PREVIEWED, count ?? 0))}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <pre className="export__preview" tabIndex={0} dir="auto">
        {preview === undefined ? messages.common.loading : write(title, preview, gapsIn(preview))}
      </pre>
    </Dialog>
  );
}

function useReceipts(filter: ReceiptFilter): Receipt[] | undefined {
  const connection = useConnection();
  const [receipts, setReceipts] = useState<Receipt[] | undefined>(undefined);
  const key = JSON.stringify(filter);
  useEffect(() => {
    let current = true;
    readReceipts(connection, JSON.parse(key) as ReceiptFilter, PREVIEWED)
      .then((found) => current && setReceipts(found))
      .catch((error: Error) => announce(error.message));
    return () => {
      current = false;
    };
  }, [connection, key]);
  return receipts;
}

/** Gives the browser a file to save. */
function save(text: string, name: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
