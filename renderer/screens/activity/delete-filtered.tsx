import { useState } from 'react';
import type { DeletionScope, ReceiptFilter } from '../../../shared/control.ts';
import { Button } from '../../components/button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.deletion;
/** No receipt is older. */
const BEGINNING = new Date(0).toISOString();

/** What to delete so that exactly the receipts of a filter are. Undefined for a filter that no deletion follows. */
export function deletionOf(filter: ReceiptFilter, now: string): DeletionScope | undefined {
  const { since, until, integrationId, project, sessionKey, ...other } = filter;
  if (Object.values(other).some((value) => value !== undefined)) return undefined;
  const chosen = [integrationId, project, sessionKey].filter((value) => value !== undefined);
  const range = {
    ...(since === undefined ? {} : { from: since }),
    ...(until === undefined ? {} : { until }),
  };
  const hasRange = since !== undefined || until !== undefined;
  if (chosen.length > 1 || (sessionKey !== undefined && hasRange)) return undefined;
  if (sessionKey !== undefined) return { sessionKey };
  if (integrationId !== undefined) return { integrationId, ...range };
  if (project !== undefined) return { project, ...range };
  return hasRange ? { from: since ?? BEGINNING, until: until ?? now } : undefined;
}

/** Deletes the receipts of a filter, after they were counted. Says which filters it can follow if it cannot follow this one. */
export function DeleteFiltered({ filter, count }: { filter: ReceiptFilter; count: number | undefined }) {
  const [asked, setAsked] = useState<string>();
  if (count === undefined || count === 0 || Object.keys(filter).length === 0) return null;
  const scope = asked === undefined ? undefined : deletionOf(filter, asked);
  const close = () => setAsked(undefined);
  return (
    <>
      <Button onClick={() => setAsked(new Date().toISOString())}>{words.deleteThese(count)}</Button>
      {asked === undefined ? null : scope === undefined ? (
        <Dialog
          open
          title={words.title}
          description={words.notByFilter}
          onClose={close}
          foot={<Button onClick={close}>{messages.common.close}</Button>}
        />
      ) : (
        <DeleteDialog scope={scope} question={words.theseQuestion} onClose={close} />
      )}
    </>
  );
}
