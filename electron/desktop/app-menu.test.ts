import type { MenuItemConstructorOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import type { Recording } from '../../shared/control.ts';
import { SCREENS, WINDOW_COMMANDS } from '../../shared/window-route.ts';
import { createFakeElectron } from './fake-electron.ts';
import { messages } from './messages.ts';

const fake = createFakeElectron({ appPath: import.meta.dirname, platform: 'linux' });
vi.mock('electron', () => fake.module);
const { setAppMenu } = await import('./app-menu.ts');

type Item = MenuItemConstructorOptions & { click?(): void };
const itemsOf = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu as Item[]) : [])]);

/** Sets the menu of a platform, uses each of its items once and gives what they did. */
function useAll(platform: NodeJS.Platform, state: Recording['state']): { done: string[]; items: Item[] } {
  const done: string[] = [];
  const real = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  try {
    setAppMenu(
      {
        open: (screen) => done.push(screen),
        run: (command) => done.push(command),
        pause: (minutes) => done.push(`pause ${minutes}`),
        resume: () => done.push('resume'),
        choose: () => done.push('choose'),
      },
      { state, pausedAt: null, resumesAt: null, pauses: [] },
    );
  } finally {
    Object.defineProperty(process, 'platform', { value: real });
  }
  const items = itemsOf(fake.menu() as Item[]);
  for (const item of items) if (item.label !== messages.menu.newVersion) item.click?.();
  return { done, items };
}

test.each(['linux', 'win32', 'darwin'] as const)(
  'the menu on %s reaches every screen and main action',
  (platform) => {
    const { done, items } = useAll(platform, 'recording');
    expect(done).toEqual(
      expect.arrayContaining([...SCREENS, ...WINDOW_COMMANDS, 'pause 30', 'pause null', 'choose']),
    );
    expect(useAll(platform, 'paused').done).toContain('resume');
    // An item without a submenu, a role or an action does nothing, so it is not enabled.
    const dead = items.filter(
      ({ type, role, submenu, click, enabled }) =>
        type !== 'separator' && !role && !submenu && !click && enabled !== false,
    );
    expect(dead).toEqual([]);
    const keys = items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    const roles = items.map(({ role }) => role);
    expect(roles).toContain('quit');
    expect(roles.includes('services')).toBe(platform === 'darwin');
  },
);
