import { CONSOLE_KEY_STORAGE } from '../../shared/console.ts';

const page = (title: string, body: string, script = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console.css">
</head>
<body>
<main>
${body}
</main>${script}
</body>
</html>
`;

/** The page for a visitor without a login. */
export const STRANGER_PAGE = page(
  'Plinth',
  `<h1>This page needs a login link</h1>
<p>Run <code>plinth open</code> in a terminal: it opens this page, logged in. In a checkout: <code>npx plinth open</code>.</p>`,
);

/**
 * The login page. Its script reads the secret from the URL fragment. Browsers never send the fragment, so no proxy or
 * server log contains it.
 */
export const LOGIN_PAGE = page(
  'Plinth',
  `<h1>Opening Plinth …</h1>
<p id="failed" hidden role="alert">This login link was used before or is too old. Run <code>plinth open</code> in a
terminal: it opens this page, logged in.</p>
<noscript><p>The console needs JavaScript.</p></noscript>`,
  '\n<script src="/login.js"></script>',
);

export const LOGIN_SCRIPT = `const secret = location.hash.slice(1);
history.replaceState(null, '', '/login');
(async () => {
  const response = await fetch('/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret }),
    cache: 'no-store',
  }).catch(() => undefined);
  if (response?.ok) {
    localStorage.setItem('${CONSOLE_KEY_STORAGE}', (await response.json()).key);
    location.replace('/');
    return;
  }
  document.querySelector('h1').textContent = 'This link does not work any more';
  document.getElementById('failed').hidden = false;
})();
`;

export const CONSOLE_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px;
  background: light-dark(#fbfaf8, #1b1a18); color: light-dark(#1f1c19, #ece8e3);
  font: 13px/20px system-ui, sans-serif; box-sizing: border-box; }
main { max-width: 440px; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0 0 8px; }
p { margin: 0; color: light-dark(#5c564f, #aea79f); }
code { font: 12px ui-monospace, monospace; }
`;
