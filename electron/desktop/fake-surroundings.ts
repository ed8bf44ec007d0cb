import type { MenuItemConstructorOptions, MessageBoxOptions } from 'electron';
import type { FakeApp } from './fake-app.ts';
import type { FakeElectronOptions } from './fake-options.ts';
import { asInElectron, ElectronEmitter } from './fake-surface.ts';
import { FakeEvent } from './fake-window.ts';

interface ShownBox {
  title: string;
  text: string;
  buttons: string[];
  /** Before the app is ready, Electron on Linux writes to stderr and shows no window. */
  seen: boolean;
}

/** What the app shows outside of its windows, as the test sees it. */
export interface Surroundings {
  tray: {
    tooltip: string;
    menu: MenuItemConstructorOptions[];
    images: string[];
    count: number;
    click(): void;
  };
  menu(): MenuItemConstructorOptions[];
  notifications: { title: string; body: string; click(): void }[];
  clipboard: { text: string };
  boxes: ShownBox[];
  theme: { themeSource: string };
}

/** Builds a menu's items from a template as Electron does: submenus become menus. */
function itemsOf(template: readonly MenuItemConstructorOptions[]): object[] {
  return template.map((item) =>
    Array.isArray(item.submenu) ? { ...item, submenu: { items: itemsOf(item.submenu) } } : item,
  );
}

const THEMES = ['system', 'light', 'dark'];

/** Creates the tray, menus, notifications, dialogs, clipboard and theme of a fake Electron, and the test's view of them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one table of members beside the state that they show
export function createSurroundings(
  options: FakeElectronOptions,
  platform: NodeJS.Platform,
  app: FakeApp,
  note: (call: string) => void,
): { members: object; shown: Surroundings } {
  const trayEvents = new ElectronEmitter('Tray', platform);
  const tray: Surroundings['tray'] = {
    tooltip: '',
    menu: [],
    images: [],
    count: 0,
    click: () => void trayEvents.emit('click', new FakeEvent()),
  };
  const notifications: Surroundings['notifications'] = [];
  const clipboardState = { text: '' };
  const boxes: ShownBox[] = [];
  let menu: MenuItemConstructorOptions[] = [];

  class Tray {
    constructor(image: { dataUrls: string[] }) {
      app.mustBeReady('Cannot create Tray');
      tray.count += 1;
      tray.images = image.dataUrls;
      const fake = Object.assign(trayEvents, {
        setImage: (next: { dataUrls: string[] }) => {
          tray.images = next.dataUrls;
        },
        setToolTip: (text: string) => {
          tray.tooltip = text;
        },
        setContextMenu: (next: { template: MenuItemConstructorOptions[] }) => {
          tray.menu = next.template;
        },
      });
      // biome-ignore lint/correctness/noConstructorReturn: the tray as Electron's definitions have it
      return asInElectron('Tray', fake, platform) as unknown as Tray;
    }
  }

  class Notification {
    static isSupported = () => true;
    constructor(content: { title: string; body: string }) {
      app.mustBeReady('Cannot create Notification');
      const events = new ElectronEmitter('Notification', platform);
      const fake = Object.assign(events, {
        show: () =>
          void notifications.push({
            title: content.title,
            body: content.body,
            click: () => void events.emit('click', new FakeEvent()),
          }),
      });
      // biome-ignore lint/correctness/noConstructorReturn: the notification as Electron's definitions have it
      return asInElectron('Notification', fake, platform) as unknown as Notification;
    }
  }

  const theme = Object.assign(new ElectronEmitter('NativeTheme', platform), {
    shouldUseDarkColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
  });
  let themeSource = 'system';
  Object.defineProperty(theme, 'themeSource', {
    get: () => themeSource,
    set: (value: string) => {
      if (!THEMES.includes(value)) throw new TypeError(`Error processing argument: ${value} is no theme`);
      themeSource = value;
      theme.emit('updated', new FakeEvent());
    },
  });

  const members = {
    Tray,
    Notification: asInElectron('Notification', Notification, platform, 'static'),
    Menu: asInElectron(
      'Menu',
      {
        buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({ template }),
        getApplicationMenu: () => ({ items: itemsOf(menu) }),
        setApplicationMenu: (next: { template: MenuItemConstructorOptions[] }) => {
          note('Menu.setApplicationMenu');
          menu = next.template;
        },
      },
      platform,
      'static',
    ),
    nativeImage: asInElectron(
      'NativeImage',
      {
        createEmpty: () => {
          const dataUrls: string[] = [];
          const image = {
            addRepresentation: ({ dataURL }: { dataURL: string }) => void dataUrls.push(dataURL),
            setTemplateImage: () => note('image.setTemplateImage'),
          };
          // The data for the test is kept outside the Electron object.
          return new Proxy(asInElectron('NativeImage', image, platform), {
            get: (target, key) => (key === 'dataUrls' ? dataUrls : Reflect.get(target, key)),
          });
        },
      },
      platform,
      'static',
    ),
    nativeTheme: asInElectron('NativeTheme', theme, platform),
    clipboard: asInElectron(
      'Clipboard',
      {
        writeText: async (text: string) => {
          clipboardState.text = text;
          await options.clipboard?.write(text);
        },
        readText: async () => {
          if (options.clipboard !== undefined) clipboardState.text = await options.clipboard.read();
          return clipboardState.text;
        },
        clear: () => {
          clipboardState.text = '';
          void options.clipboard?.write('');
        },
      },
      platform,
    ),
    dialog: asInElectron(
      'Dialog',
      {
        showErrorBox: (title: string, text: string) => {
          const visible = app.isReady() || platform !== 'linux';
          boxes.push({ title, text, buttons: [], seen: visible });
        },
        showMessageBox: async (box: MessageBoxOptions) => {
          app.mustBeReady('dialog.showMessageBox() can only be called');
          boxes.push({
            title: box.message,
            text: box.detail ?? '',
            buttons: [...(box.buttons ?? [])],
            seen: true,
          });
          return { response: (await options.answer?.(box)) ?? box.cancelId ?? 0, checkboxChecked: false };
        },
      },
      platform,
    ),
  };
  return {
    members,
    shown: {
      tray,
      menu: () => menu,
      notifications,
      clipboard: clipboardState,
      boxes,
      theme: theme as unknown as Surroundings['theme'],
    },
  };
}
