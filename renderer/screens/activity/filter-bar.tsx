import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/select.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { SavedViews } from './saved-views.tsx';
import { withTokens } from './search-tokens.ts';

const TYPING_PAUSE_MS = 200;

interface FilterBarProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
  onClear(): void;
  grouped: boolean;
  onGrouped(grouped: boolean): void;
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

export function FilterBar({ filter, onFilter, onClear, grouped, onGrouped }: FilterBarProps) {
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const sessions = useQuery(
    'sessions.query',
    { limit: 50, ...(filter.integrationId === undefined ? {} : { integrationId: filter.integrationId }) },
    ['receipts'],
  );
  const [text, setText] = useState(filter.text ?? '');
  const idOf = useRef((_name: string): string | undefined => undefined);
  useEffect(() => {
    idOf.current = (name) =>
      integrations.value?.integrations.find((each) => each.name.toLowerCase() === name.toLowerCase())?.id;
  });

  // The field also shows a filter that another control sets or clears.
  useEffect(() => setText(filter.text ?? ''), [filter.text]);
  useEffect(() => {
    if (text.trim() === (filter.text ?? '')) return;
    const timer = setTimeout(() => onFilter(withTokens(filter, text, idOf.current)), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, filter, onFilter]);

  const sessionList = sessions.value?.sessions ?? [];
  const sessionMissing =
    filter.sessionKey !== undefined && !sessionList.some(({ key }) => key === filter.sessionKey);

  return (
    <search className="filters" aria-label={messages.activity.search}>
      <label className="filters__search">
        <span className="visually-hidden">{messages.activity.search}</span>
        <Search size={14} strokeWidth={1.5} aria-hidden />
        <input
          className="input"
          type="search"
          value={text}
          maxLength={512}
          placeholder={messages.activity.searchShort}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
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
          onFilter(withFilter(filter, 'event', (event.target.value || undefined) as EventType))
        }
      >
        <option value="">{messages.activity.allTypes}</option>
        {EVENT_TYPES.map((type) => (
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
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" title={messages.activity.clear} onClick={onClear}>
          <X size={14} strokeWidth={1.5} aria-hidden />
          <span className="filters__clear">{messages.activity.clear}</span>
        </Button>
      )}
    </search>
  );
}
