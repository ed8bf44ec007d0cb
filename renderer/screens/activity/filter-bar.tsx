import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { messages } from '../../messages/index.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { SavedViews } from './saved-views.tsx';
import { SearchField } from './search-field.tsx';

interface FilterBarProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
  onClear(): void;
  grouped: boolean;
  onGrouped(grouped: boolean): void;
  /** True if there is room for one row only. The time and the groups are then behind a button. */
  short: boolean;
  /** The filters by time. */
  children: ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { filter, onFilter, onClear, grouped, onGrouped, short, children } = props;
  const [open, setOpen] = useState(false);
  const controls = (
    <>
      <label className="check filters__group">
        <input type="checkbox" checked={grouped} onChange={(event) => onGrouped(event.target.checked)} />
        <span>{messages.activity.groupBySession}</span>
      </label>
      <SavedViews filter={filter} />
    </>
  );
  return (
    <>
      <search className="filters" aria-label={messages.activity.search}>
        <SearchField filter={filter} onFilter={onFilter} />
        <FilterChips
          filter={filter}
          onFilter={onFilter}
          grouped={grouped}
          onGrouped={onGrouped}
          withAll={short}
        />
        <FilterMenu filter={filter} onFilter={onFilter} />
        {Object.keys(filter).length > 0 && (
          <Button look="quiet" title={messages.activity.clear} onClick={onClear}>
            <X size={14} strokeWidth={1.5} aria-hidden />
            <span className="filters__clear">{messages.activity.clear}</span>
          </Button>
        )}
        {short ? (
          <Button look="quiet" title={messages.activity.moreTitle} onClick={() => setOpen(true)}>
            <SlidersHorizontal size={14} strokeWidth={1.5} aria-hidden />
            <span className="filters__clear">{messages.activity.moreTitle}</span>
          </Button>
        ) : (
          <span className="filters__end">{controls}</span>
        )}
      </search>
      {!short && children}
      {short && open && (
        <Dialog
          open
          title={messages.activity.moreTitle}
          onClose={() => setOpen(false)}
          foot={
            <Button look="main" onClick={() => setOpen(false)}>
              {messages.activity.filtersDone}
            </Button>
          }
        >
          <div className="filters filters--stacked">{controls}</div>
          {children}
        </Dialog>
      )}
    </>
  );
}
