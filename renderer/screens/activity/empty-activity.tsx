import { Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
import { RestoreDialog } from '../../components/restore-dialog.tsx';
import { Empty } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { showSample } from '../../control/sample-mode.tsx';
import { messages } from '../../messages/index.ts';

/** No receipt matches the filter. */
export function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <Empty
      icon={SearchX}
      title={messages.activity.noMatchTitle}
      text={messages.activity.noMatchText}
      action={<Button onClick={onClear}>{messages.activity.clear}</Button>}
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
