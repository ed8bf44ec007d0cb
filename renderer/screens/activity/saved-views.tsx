import { Bookmark, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useId, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { SavedView } from '../../../shared/settings.ts';
import { navigate } from '../../app/route.ts';
import { announce } from '../../components/announcer.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';
import { queryOf } from './filter-address.ts';

const words = messages.views;

/** The menu of saved filters. A view is opened, saved and removed here; a removal can be undone. */
export function SavedViews({ filter }: { filter: ReceiptFilter }) {
  const { settings, change } = useSettings();
  const [naming, setNaming] = useState(false);
  const views = settings?.views ?? [];
  const query = queryOf(filter);
  const canSave = Object.keys(query).length > 0;

  const set = (next: SavedView[]) => change({ views: next });
  const remove = async (view: SavedView) => {
    await set(views.filter((each) => each !== view));
    announce(words.removed(view.name), () => void set(views));
  };
  const save = async (name: string) => {
    // A view of the same name is replaced in its place.
    const earlier = views.findIndex((each) => each.name === name);
    await set(earlier === -1 ? [...views, { name, query }] : views.with(earlier, { name, query }));
    setNaming(false);
    announce(words.saved(name), () => void set(views));
  };

  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button look="quiet" title={words.title}>
            <Bookmark size={14} strokeWidth={1.5} aria-hidden />
            <span className="filters__clear">{words.title}</span>
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {views.length === 0 && (
            <DropdownMenu.Label className="menu__label secondary">{words.none}</DropdownMenu.Label>
          )}
          {views.map((view) => (
            <div key={view.name} className="menu__pair" role="none">
              <DropdownMenu.Item
                className="menu__item"
                onSelect={() => navigate({ screen: 'activity', query: view.query })}
              >
                <span className="truncate" dir="auto">
                  {view.name}
                </span>
              </DropdownMenu.Item>
              <DropdownMenu.Item
                className="menu__item"
                aria-label={words.remove(view.name)}
                title={words.remove(view.name)}
                onSelect={() => void remove(view)}
              >
                <X size={14} strokeWidth={1.5} aria-hidden />
              </DropdownMenu.Item>
            </div>
          ))}
          <DropdownMenu.Separator className="menu__separator" />
          <DropdownMenu.Item className="menu__item" disabled={!canSave} onSelect={() => setNaming(true)}>
            {words.save}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {naming && <NameDialog onClose={() => setNaming(false)} onName={(name) => void save(name)} />}
    </>
  );
}

function NameDialog({ onClose, onName }: { onClose(): void; onName(name: string): void }) {
  const [name, setName] = useState('');
  const field = useId();
  return (
    <FormDialog
      title={words.saveTitle}
      description={words.saveNote}
      submit={words.submit}
      ready={name.trim() !== ''}
      onSubmit={() => onName(name.trim())}
      onClose={onClose}
    >
      <Field label={words.name} control={field}>
        <input
          id={field}
          data-first-focus
          className="input"
          type="text"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
