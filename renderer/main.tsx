import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/insight.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { formatIn } from '../shared/locale.ts';
import { App } from './app/app.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ControlProvider } from './control/control-context.tsx';
import { connection } from './first-questions.ts';

// The words are in English. Dates and numbers follow the user.
formatIn(navigator.languages);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// A boundary tells the host of an error. The console would show its message, which can hold what the window shows.
createRoot(root, { onCaughtError: () => {} }).render(
  <ControlProvider connection={connection}>
    <ErrorBoundary part="frame">
      <App />
    </ErrorBoundary>
  </ControlProvider>,
);
