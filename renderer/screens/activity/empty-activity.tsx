import { Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
import { RestoreDialog } from '../../components/restore-dialog.tsx';
import { Empty } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { showSample } from '../../control/sample-mode.tsx';
import { messages } from '../../messages/index.ts';
import { countFilters, countOf, countText } from './filter-count.ts';

/** No receipt matches. Of a search, it says how many there are without the filters that are still set. */
export function NoMatch(props: {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
  onClear(): void;
}) {
  const { filter, onFilter, onClear } = props;
  const { text, ...others } = filter;
  const set = countFilters(others);
  const isNarrowed = text !== undefined && set > 0;
  const without: ReceiptFilter = text === undefined ? {} : { text };
  const count = useQuery('receipts.count', countOf(without), ['receipts'], isNarrowed).value?.count;
  return (
    <Empty
      icon={SearchX}
      title={messages.activity.noMatchTitle}
      text={messages.activity.noMatchText}
      action={
        <div className="empty__actions">
          {isNarrowed && count !== undefined && count > 0 && (
            <Button look="main" onClick={() => onFilter(without)}>
              {messages.activity.stillSet(set, countText(without, count)!)}
            </Button>
          )}
          <Button onClick={onClear}>{messages.activity.clear}</Button>
        </div>
      }
    />
  );
}

/** No receipt exists. The text names the reason when the privacy level stores nothing. */
export function NoReceipts({ keepsNothing }: { keepsNothing: boolean }) {
  const mirror = useQuery('mirror.status', {}, ['mirror']);
  const [restoring, setRestoring] = useState(false);
  if (mirror.value?.state === 'other_record') {
    return (
      <>
        <Empty
          icon={Inbox}
          title={messages.restore.emptyTitle}
          text={messages.restore.emptyText}
          action={
            <Button look="main" onClick={() => setRestoring(true)}>
              {messages.restore.open}
            </Button>
          }
        />
        {restoring && <RestoreDialog onClose={() => setRestoring(false)} />}
      </>
    );
  }
  return (
    <Empty
      icon={Inbox}
      title={messages.activity.emptyTitle}
      text={keepsNothing ? messages.activity.emptyKeepsNothing : messages.activity.emptyText}
      action={keepsNothing ? <PrivacyAction /> : <ConnectActions />}
    />
  );
}

function PrivacyAction() {
  return <Button onClick={() => navigate({ screen: 'privacy' })}>{messages.activity.emptyPrivacy}</Button>;
}

function seeSample(): void {
  showSample();
  // Today alone would be the few hours since midnight.
  navigate({ screen: 'today', query: { range: 'week' } });
}

function ConnectActions() {
  return (
    <>
      <div className="empty__actions">
        <Button look="main" onClick={() => navigate({ screen: 'agents' })}>
          {messages.activity.emptyConnect}
        </Button>
        <Button onClick={() => navigate({ screen: 'integrations' })}>{messages.activity.emptyAction}</Button>
      </div>
      <Button look="quiet" onClick={seeSample}>
        {messages.sample.show}
      </Button>
    </>
  );
}
