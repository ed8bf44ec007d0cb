import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Route } from '../../shared/window-route.ts';
import { Dialog } from '../components/dialog.tsx';
import { OptionList } from '../components/option-list.tsx';
import { useQuery } from '../control/control-context.tsx';
import { messages } from '../messages/index.ts';
import { timeline } from '../screens/activity/filter-state.ts';
import { navigate, SCREENS } from './route.ts';
import { screens } from './screens.tsx';
import { SCREEN_LETTERS } from './shortcuts.ts';

const words = messages.palette;
const MOST = 9;
/** The key that goes with others, as this computer's keyboards name it. */
const MODIFIER = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl ';

interface Entry {
  key: string;
  label: string;
  note: string;
  route: Route;
}

/** Finds a screen, a session, a project or an agent by its name, or searches the receipts. */
export function Palette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const [isEntered, setEntered] = useState(false);
  const { entries, isLoading } = useEntries(text.trim());
  const go = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    navigate(entry.route);
  };
  // Whoever types a name and Enter at once means the name, also before it has arrived.
  useEffect(() => {
    if (isEntered && !isLoading) go(entries[chosen]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') setEntered(true);
  };
  return (
    <Dialog open title={words.title} size="small" onClose={onClose}>
      <input
        className="input"
        type="text"
        data-first-focus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        aria-label={words.placeholder}
        placeholder={words.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <OptionList
        id={listId}
        label={words.title}
        className="palette"
        options={entries}
        chosen={chosen}
        onChoose={(entry) => go(entry)}
      />
    </Dialog>
  );
}

function useEntries(text: string): { entries: Entry[]; isLoading: boolean } {
  const sessions = useQuery('sessions.query', { limit: 50 }, []);
  const projects = useQuery('projects.list', {}, []);
  const integrations = useQuery('integrations.list', {}, []);
  const settings = useQuery('settings.get', {}, []);
  const isLoading = [sessions, projects, integrations, settings].some(
    ({ value, loading }) => loading && value === undefined,
  );
  const all: Entry[] = [
    ...SCREENS.map((screen) => ({
      key: screen,
      label: screens[screen].label,
      note: SCREEN_LETTERS[screen] === undefined ? words.screen : `g ${SCREEN_LETTERS[screen]}`,
      route: { screen },
    })),
    ...(settings.value?.settings.views ?? []).map(({ name, query }) => ({
      key: `view ${name}`,
      label: name,
      note: messages.views.view,
      route: { screen: 'activity' as const, query },
    })),
    ...(projects.value?.projects ?? []).map(({ path }) => ({
      key: `project ${path}`,
      label: path,
      note: words.project,
      route: { screen: 'projects' as const, detail: path },
    })),
    ...(integrations.value?.integrations ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      note: words.agent,
      route: timeline({ integrationId: id }),
    })),
    ...(sessions.value?.sessions ?? []).map(({ key, title, id }) => ({
      key: `session ${key}`,
      label: title ?? id,
      note: words.session,
      route: { screen: 'sessions' as const, detail: String(key) },
    })),
  ];
  if (text === '') return { entries: all.slice(0, MOST), isLoading };
  const lower = text.toLowerCase();
  const found = all.filter(({ label }) => label.toLowerCase().includes(lower)).slice(0, MOST - 1);
  const search = {
    key: 'search',
    label: words.search(text),
    note: words.receipts,
    route: timeline({ text }),
  };
  return { entries: [...found, search], isLoading };
}

/** The keys of the window, as a list. */
export function KeySheet({ onClose }: { onClose(): void }) {
  const keys: [string, string][] = [
    [`${MODIFIER}K`, words.title],
    [`/, ${MODIFIER}F`, messages.activity.search],
    [`${MODIFIER}1 … ${MODIFIER}6`, words.numbered],
    ...SCREENS.flatMap((screen): [string, string][] =>
      SCREEN_LETTERS[screen] === undefined ? [] : [[`g ${SCREEN_LETTERS[screen]}`, screens[screen].label]],
    ),
    ['j, k, ↓, ↑', words.moveInList],
    ['[, ]', words.neighbours],
    ['?', words.keys],
  ];
  return (
    <Dialog open title={words.keys} size="small" onlyText onClose={onClose}>
      <dl className="facts">
        {keys.map(([key, meaning]) => (
          <div key={key} className="facts__pair">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
