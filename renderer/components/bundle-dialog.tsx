import { useEffect, useState } from 'react';
import type { ControlParams, ControlResult, ReceiptFilter } from '../../shared/control.ts';
import { useConnection } from '../control/control-context.tsx';
import { messages } from '../messages/index.ts';
import { announce } from './announcer.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Callout, Loading } from './states.tsx';

const words = messages.bundle;
type Bundle = ControlResult<'bundle.make'>;

/** Each receipt is several lines long. */
const RECEIPTS_SHOWN = 100;

/** Passes a page to the downloads of the browser, or to the dialog of the desktop app that saves it. */
function save(html: string, page: number): void {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = words.fileName(new Date().toISOString().slice(0, 10), page);
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows everything that would go into a page to hand over, and then saves exactly this page. */
export function BundleDialog({ filter, onClose }: { filter: ReceiptFilter; onClose(): void }) {
  const connection = useConnection();
  const [bundle, setBundle] = useState<Bundle>();
  const [problem, setProblem] = useState<string>();
  // What is recorded meanwhile would move the pages.
  const [opened] = useState(() => new Date().toISOString());
  const [page, setPage] = useState<{ number: number; after?: Bundle['next'] }>({ number: 1 });
  const params = JSON.stringify({
    filter: { until: opened, ...filter },
    ...(page.after ? { after: page.after } : {}),
  });
  useEffect(() => {
    let current = true;
    setBundle(undefined);
    void connection.call('bundle.make', JSON.parse(params) as ControlParams<'bundle.make'>).then((answer) => {
      if (!current) return;
      if (answer.ok) setBundle(answer.result);
      else setProblem(messages.failure(answer.error));
    });
    return () => {
      current = false;
    };
  }, [connection, params]);
  const isOnly = page.number === 1 && (bundle === undefined || bundle.next === null);
  const isEmpty = bundle === undefined || bundle.shown.length === 0;
  return (
    <Dialog
      open
      title={words.title}
      description={words.note}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            look="main"
            disabled={isEmpty}
            onClick={() => {
              if (bundle === undefined) return;
              save(bundle.html, page.number);
              announce(words.saved);
              if (bundle.next === null) onClose();
              else setPage({ number: page.number + 1, after: bundle.next });
            }}
          >
            {isOnly ? words.save : words.savePage(page.number)}
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <Callout tone="failure" live="alert">
          <span>{problem}</span>
        </Callout>
      )}
      {bundle === undefined && problem === undefined && <Loading text={words.preparing} />}
      {bundle !== undefined && <Preview bundle={bundle} />}
    </Dialog>
  );
}

function Preview({ bundle }: { bundle: Bundle }) {
  const { shown, pseudonyms, olderReceipts, leftOutReceipts, leftOutMembers } = bundle;
  const hidden = shown.length - RECEIPTS_SHOWN;
  return (
    <>
      <Callout tone={shown.length === 0 ? 'failure' : 'attention'}>
        <strong>{shown.length === 0 ? words.none : words.contents(shown.length, pseudonyms.length)}</strong>
        {olderReceipts > 0 && <span>{words.older(olderReceipts)}</span>}
        {leftOutReceipts > 0 && <span>{words.leftOutReceipts(leftOutReceipts)}</span>}
        {leftOutMembers > 0 && <span>{words.leftOutMembers(leftOutMembers)}</span>}
        {shown.length > 0 && <span>{words.lookThrough}</span>}
      </Callout>
      {shown.length > 0 && (
        <details open>
          <summary>{words.receipts}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable with the keyboard */}
          <section className="bundle__shown" tabIndex={0} aria-label={words.receipts}>
            {shown.slice(0, RECEIPTS_SHOWN).map((receipt) => (
              <pre key={(receipt as { id: string }).id}>{JSON.stringify(receipt, null, 2)}</pre>
            ))}
          </section>
          {hidden > 0 && <p className="secondary">{words.more(hidden)}</p>}
        </details>
      )}
      {pseudonyms.length > 0 && (
        <details>
          <summary>{words.pseudonyms}</summary>
          <p className="group__note">{words.pseudonymsNote}</p>
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{words.pseudonym}</th>
                <th scope="col">{words.name}</th>
              </tr>
            </thead>
            <tbody>
              {pseudonyms.map(({ name, pseudonym }) => (
                <tr key={`${pseudonym} ${name}`}>
                  <td>
                    <code>{pseudonym}</code>
                  </td>
                  <td dir="auto">{name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}
