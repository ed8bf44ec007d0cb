import { join } from 'node:path';
import { app, nativeTheme, session } from 'electron';
import type { Recording } from '../../shared/control.ts';
import type { Route, Screen } from '../../shared/window-route.ts';
import { readPageFiles } from '../control/transports/page-files.ts';
import { setAppMenu } from './app-menu.ts';
import { serveApp } from './app-protocol.ts';
import type { ShellHost } from './attached-host.ts';
import { type Control, controlOf } from './control.ts';
import { type DeepLinks, linkedRoute } from './deep-links.ts';
import { serveIpc } from './ipc-transport.ts';
import { setStartAtLogin, startedInBackground } from './login-item.ts';
import { MainWindow } from './main-window.ts';
import { messages } from './messages.ts';
import { notify, ReportNotifications } from './notifications.ts';
import { confineSession } from './page-confinement.ts';
import type { Quitting } from './quitting.ts';
import type { RecordingActions } from './recording-items.ts';
import { copySecret } from './secret-clipboard.ts';
import type { ShellState } from './shell-state.ts';
import { PlinthTray, RECORDING } from './tray.ts';

/** Applies the settings of the shell, now and on each change. */
function followSettings(
  host: ShellHost,
  control: Control,
  notifications: ReportNotifications,
): Promise<void> {
  let startAtLogin: boolean | undefined;
  const apply = async () => {
    const { settings } = await control('settings.get', {});
    nativeTheme.themeSource = settings.theme;
    if (settings.startAtLogin !== startAtLogin) setStartAtLogin(settings.startAtLogin);
    startAtLogin = settings.startAtLogin;
    await notifications.setWanted(settings.notifications);
  };
  host.hub.subscribe((event) => {
    if (event.kind === 'settings') apply().catch(() => host.log.error('applying the shell settings failed'));
  });
  return apply();
}

function followRecording(
  host: ShellHost,
  control: Control,
  shown: (recording: Recording) => void,
): Promise<void> {
  const show = async () => shown((await control('host.status', {})).recording);
  host.hub.subscribe((event) => {
    if (event.kind === 'recording') show().catch(() => host.log.error('updating the tray failed'));
  });
  return show();
}

/** Creates window, tray, menu and links around a running host. Electron must be ready. */
export async function runApplication(
  host: ShellHost,
  state: ShellState,
  links: DeepLinks,
  quitting: Quitting,
): Promise<void> {
  const control = controlOf(host.dispatch);
  const files = readPageFiles(join(app.getAppPath(), '.vite/renderer/main_window'));
  if (files === undefined) throw new Error('window_not_built');

  const window = new MainWindow({
    mayOpen: () => !quitting.asked,
    // Windows tells only windows about the end of a session, gives a few seconds, and does not ask the app to
    // quit.
    onSessionEnd: () => app.quit(),
    onClosed: () => {
      if (!quitting.asked && state.shouldExplainClose()) {
        notify(messages.closed.title, messages.closed.body, () => window.show());
      }
    },
    onCrash: (reason) => host.log.error({ reason }, 'the window crashed; the host continues'),
  });
  const open = (route?: Route) => window.show(route);

  serveApp(files);
  confineSession(session.defaultSession);
  serveIpc({
    dispatch: host.dispatch,
    hub: host.hub,
    page: () => window.page(),
    copySecret,
    onStranger: () => host.log.warn('refused a message from an unknown page'),
  });

  const switched = (change: Promise<unknown>) =>
    void change.catch(() => {
      host.log.error('switching recording failed');
      notify(messages.notSwitched.title, messages.notSwitched.body, open);
    });
  const recordingActions: RecordingActions = {
    pause: (minutes) => switched(control('recording.pause', { minutes })),
    resume: () => switched(control('recording.resume', {})),
    choose: () => open({ screen: 'privacy' }),
  };
  const tray = new PlinthTray({ open, ...recordingActions });
  const showRecording = (recording: Recording) => {
    tray.show(recording);
    const openScreen = (screen: Screen) => open({ screen });
    setAppMenu({ open: openScreen, run: (command) => window.run(command), ...recordingActions }, recording);
  };
  showRecording(RECORDING);

  const notifications = new ReportNotifications(control, open);
  host.hub.subscribe((event) => {
    notifications.hear(event).catch(() => host.log.error('showing a notification failed'));
  });
  await followSettings(host, control, notifications);
  await followRecording(host, control, showRecording);

  // Without a listener, Electron quits when the last window closes.
  app.on('window-all-closed', () => undefined);
  app.on('activate', () => open());
  app.on('second-instance', (_event, argv) => open(linkedRoute(argv)));
  const linked = links.follow(open) ?? linkedRoute(process.argv);
  if (linked !== undefined || !startedInBackground()) open(linked);
  // macOS shows every app in the Dock. An app without a window does not belong there.
  else app.dock?.hide();
}
