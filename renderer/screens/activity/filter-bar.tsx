import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { RECEIPT_TYPES, type ReceiptType } from '../../../shared/event.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select } from '../../components/select.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { SavedViews } from './saved-views.tsx';
import { SearchField } from './search-field.tsx';

interface FilterBarProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
  onClear(): void;
  grouped: boolean;
  onGrouped(grouped: boolean): void;
  /** True if there is room only for the search. The other filters are then behind one button. */
  compact: boolean;
  /** True if the filters by time are behind the button, too. */
  short: boolean;
  /** The filters by time. */
  children: ReactNode;
}

/** Removes the unset members of a filter, so that equal filters compare as equal. */
function withFilter<K extends keyof ReceiptFilter>(
  filter: ReceiptFilter,
  member: K,
  value: ReceiptFilter[K] | undefined,
): ReceiptFilter {
  const { [member]: _, ...rest } = filter;
  return value === undefined || value === '' ? rest : { ...rest, [member]: value };
}

export function FilterBar(props: FilterBarProps) {
  const { filter, onFilter, onClear, grouped, onGrouped, compact, short, children } = props;
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const sessions = useQuery(
    'sessions.query',
    { limit: 50, ...(filter.integrationId === undefined ? {} : { integrationId: filter.integrationId }) },
    ['receipts'],
  );
  const [open, setOpen] = useState(false);
  const sessionList = sessions.value?.sessions ?? [];
  const sessionMissing =
    filter.sessionKey !== undefined && !sessionList.some(({ key }) => key === filter.sessionKey);

  const controls = (
    <>
      <Select
        className="filters__integration"
        aria-label={messages.activity.integration}
        value={filter.integrationId ?? ''}
        onChange={(event) =>
          onFilter(
            withFilter(withFilter(filter, 'sessionKey', undefined), 'integrationId', event.target.value),
          )
        }
      >
        <option value="">{messages.activity.allIntegrations}</option>
        {integrations.value?.integrations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        className="filters__type"
        aria-label={messages.activity.type}
        value={filter.event ?? ''}
        onChange={(event) =>
          onFilter(withFilter(filter, 'event', (event.target.value || undefined) as ReceiptType))
        }
      >
        <option value="">{messages.activity.allTypes}</option>
        {RECEIPT_TYPES.map((type) => (
          <option key={type} value={type}>
            {messages.eventTypes[type]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={messages.activity.session}
        value={filter.sessionKey ?? ''}
        onChange={(event) =>
          onFilter(
            withFilter(
              filter,
              'sessionKey',
              event.target.value === '' ? undefined : Number(event.target.value),
            ),
          )
        }
      >
        <option value="">{messages.activity.allSessions}</option>
        {sessionMissing && <option value={filter.sessionKey}>{`#${filter.sessionKey}`}</option>}
        {sessionList.map(({ key, id }) => (
          <option key={key} value={key}>
            {id}
          </option>
        ))}
      </Select>
      <label className="check filters__group">
        <input type="checkbox" checked={grouped} onChange={(event) => onGrouped(event.target.checked)} />
        <span>{messages.activity.groupBySession}</span>
      </label>
      <SavedViews filter={filter} />
    </>
  );
  const count = Object.keys(filter).filter((member) => member !== 'text').length;

  return (
    <>
      <search className="filters" aria-label={messages.activity.search}>
        <SearchField filter={filter} onFilter={onFilter} />
        {compact ? (
          <Button onClick={() => setOpen(true)}>
            <ListFilter size={14} strokeWidth={1.5} aria-hidden />
            {messages.activity.filters(count)}
          </Button>
        ) : (
          controls
        )}
        {Object.keys(filter).length > 0 && (
          <Button look="quiet" title={messages.activity.clear} onClick={onClear}>
            <X size={14} strokeWidth={1.5} aria-hidden />
            <span className="filters__clear">{messages.activity.clear}</span>
          </Button>
        )}
      </search>
      {!short && children}
      {compact && open && (
        <Dialog
          open
          title={messages.activity.filtersTitle}
          onClose={() => setOpen(false)}
          foot={
            <Button look="main" onClick={() => setOpen(false)}>
              {messages.activity.filtersDone}
            </Button>
          }
        >
          <div className="filters filters--stacked">{controls}</div>
          {short && children}
        </Dialog>
      )}
    </>
  );
}
