import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Announcer } from '../components/announcer.tsx';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { focusTitle } from '../components/modal-focus.ts';
import { part, readParts } from '../components/part.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { useConnectionState, useLostAt, useQuery } from '../control/control-context.tsx';
import { ProjectNamesSource } from '../control/project-names.tsx';
import { SampleSource, useSampleMode } from '../control/sample-mode.tsx';
import { clockTime } from '../format/time.ts';
import { messages } from '../messages/index.ts';
import { useWelcomeAgain } from '../screens/first-run/welcome-again.ts';
import { TitleRow, WindowTitle } from '../screens/title-row.tsx';
import { keepFocus } from './focus-keeper.ts';
import { hrefOf, useRoute } from './route.ts';
import { SampleBar } from './sample-bar.tsx';
import { screens } from './screens.tsx';
import { Sidebar } from './sidebar.tsx';
import { SignedOut } from './signed-out.tsx';
import { WindowKeys } from './window-keys.tsx';

/** By then the first screen is drawn. Reading the other screens before would delay it. */
const PARTS_AFTER_MS = 1000;

const Welcome = part(() => import('../screens/first-run/welcome.tsx').then((file) => file.Welcome));

export function App() {
  const route = useRoute();
  const connectionState = useConnectionState();
  const lostAt = useLostAt();
  const welcomeAgain = useWelcomeAgain();
  const settings = useQuery('settings.get', {}, ['settings']);
  const theme = settings.value?.settings.theme ?? 'system';

  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);

  const sample = useSampleMode();
  // Settings are those of the real host.
  const showsSample = sample && screens[route.screen].group === 'main';

  const title = route.unknown ? messages.app.unknownPage : screens[route.screen].title;
  const titles = useMemo(
    () => ({
      screen: title,
      window: `${showsSample ? messages.sample.windowTitle(title) : title} · ${messages.app.name}`,
    }),
    [title, showsSample],
  );
  // Before the effects, in which a screen names the one thing that it shows.
  useLayoutEffect(() => {
    document.title = titles.window;
  }, [titles]);

  useEffect(keepFocus, []);
  // A key can open another screen while nothing has the focus.
  const place = `${route.screen} ${route.detail} ${route.query?.compare} ${welcomeAgain}`;
  const lastPlace = useRef(place);
  useEffect(() => {
    if (place === lastPlace.current) return;
    lastPlace.current = place;
    const timer = setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) focusTitle();
    });
    return () => clearTimeout(timer);
  }, [place]);

  const isReady = settings.value !== undefined;
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => void readParts(), PARTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady]);

  if (connectionState === 'signed_out') return <SignedOut />;
  if (settings.value === undefined) {
    return (
      <main className="whole-page">
        {settings.failure === undefined ? (
          <Loading />
        ) : (
          <Failed failure={settings.failure} onRetry={settings.reload} />
        )}
      </main>
    );
  }
  return (
    <>
      {settings.value.settings.onboardingDone && !welcomeAgain ? (
        <div className="frame">
          <button type="button" className="skip-link" onClick={skipToContent}>
            {messages.app.skip}
          </button>
          <Sidebar screen={route.unknown ? undefined : route.screen} />
          <SampleSource on={sample}>
            <WindowKeys />
          </SampleSource>
          <main className="content" id="content" tabIndex={-1} data-lost={lostAt !== undefined || undefined}>
            {showsSample && <SampleBar />}
            <SampleSource on={showsSample}>
              <ErrorBoundary
                key={`${route.screen} ${route.detail} ${route.query?.compare}`}
                part={route.screen}
              >
                <WindowTitle value={titles}>
                  <ProjectNamesSource>
                    {route.unknown ? <UnknownPage /> : screens[route.screen].render(route)}
                  </ProjectNamesSource>
                </WindowTitle>
              </ErrorBoundary>
            </SampleSource>
          </main>
        </div>
      ) : (
        <Welcome />
      )}
      {lostAt !== undefined &&
        // Outside the page's root, because a modal dialog makes the root inert and this must still be announced.
        createPortal(
          <div className="connection-banner" role="status">
            <span className="spinner" />
            {messages.connection.reconnecting(clockTime(new Date(lostAt).toISOString(), Date.now()))}
          </div>,
          document.body,
        )}
      <Announcer />
    </>
  );
}

function UnknownPage() {
  return (
    <>
      <TitleRow title={messages.app.unknownPage} />
      <div className="scroll">
        <div className="insight">
          <p>{messages.app.unknownPageNote}</p>
          <p>
            <a href={hrefOf({ screen: 'today' })}>{messages.nav.today}</a>
          </p>
        </div>
      </div>
    </>
  );
}

// A link would change the hash, which the router uses.
function skipToContent(): void {
  document.querySelector<HTMLElement>('main')?.focus();
}
