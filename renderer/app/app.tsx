import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Announcer } from '../components/announcer.tsx';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { focusContent } from '../components/modal-focus.ts';
import { part, readParts } from '../components/part.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { useConnectionState, useQuery } from '../control/control-context.tsx';
import { SampleSource, useSampleMode } from '../control/sample-mode.tsx';
import { messages } from '../messages/index.ts';
import { useWelcomeAgain } from '../screens/first-run/welcome-again.ts';
import { TitleRow } from '../screens/title-row.tsx';
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

  useEffect(() => {
    const title = route.unknown ? messages.app.unknownPage : screens[route.screen].title;
    document.title = `${showsSample ? messages.sample.windowTitle(title) : title} · ${messages.app.name}`;
  }, [route.screen, route.unknown, showsSample]);

  // The pressed control may be removed with its screen. The focus then moves to the new screen.
  const place = `${route.screen} ${welcomeAgain}`;
  const lastPlace = useRef(place);
  useEffect(() => {
    if (place === lastPlace.current) return;
    lastPlace.current = place;
    const timer = setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) focusContent();
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
          <main className="content" id="content" tabIndex={-1}>
            {showsSample && <SampleBar />}
            <SampleSource on={showsSample}>
              <ErrorBoundary
                key={`${route.screen} ${route.detail} ${route.query?.compare}`}
                part={route.screen}
              >
                {route.unknown ? <UnknownPage /> : screens[route.screen].render(route)}
              </ErrorBoundary>
            </SampleSource>
          </main>
        </div>
      ) : (
        <Welcome />
      )}
      {connectionState === 'reconnecting' &&
        // Outside the page's root, because a modal dialog makes the root inert and this must still be announced.
        createPortal(
          <div className="connection-banner" role="status">
            <span className="spinner" />
            {messages.connection.reconnecting}
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
  focusContent();
}
