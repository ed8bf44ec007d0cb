import { RECEIPT_ID_PATTERN } from './receipt-id.ts';

export const SCREENS = [
  'today',
  'activity',
  'sessions',
  'projects',
  'secrets',
  'problems',
  'general',
  'agents',
  'integrations',
  'privacy',
  'diagnostics',
] as const;
export type Screen = (typeof SCREENS)[number];

/** What a menu starts in the window, as the value of `open` in an address. */
export const WINDOW_COMMANDS = ['search', 'palette', 'keys'] as const;
export type WindowCommand = (typeof WINDOW_COMMANDS)[number];

/** An address in the window: a screen, its selection and the state of its filters. */
export interface Route {
  screen: Screen;
  /** The address is none of the window's. The screen is that on which it opens. */
  unknown?: true;
  /** The receipt that the timeline shows beside its list. */
  receiptId?: string;
  /** The session, project or secret that its screen shows. */
  detail?: string;
  /** Filters and ranges. A screen reads the names that it knows. */
  query?: Readonly<Record<string, string>>;
}

const paths: Record<Screen, string> = {
  today: '/today',
  activity: '/timeline',
  sessions: '/sessions',
  projects: '/projects',
  secrets: '/secrets',
  problems: '/problems',
  general: '/settings/general',
  agents: '/settings/agents',
  integrations: '/settings/integrations',
  privacy: '/settings/privacy',
  diagnostics: '/settings/diagnostics',
};

const WITH_DETAIL = ['sessions', 'projects', 'secrets'] as const;
const receiptPath = new RegExp(`^/timeline/(${RECEIPT_ID_PATTERN})$`);
const receiptLink = new RegExp(`^plinth://receipt/(${RECEIPT_ID_PATTERN})/?$`, 'i');

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function placeOf(path: string): Pick<Route, 'screen' | 'receiptId' | 'detail' | 'unknown'> {
  const receiptId = receiptPath.exec(path)?.[1];
  if (receiptId !== undefined) return { screen: 'activity', receiptId };
  for (const screen of WITH_DETAIL) {
    const start = `${paths[screen]}/`;
    const detail = path.startsWith(start) ? decoded(path.slice(start.length)) : undefined;
    if (detail !== undefined && detail !== '') return { screen, detail };
  }
  const screen = SCREENS.find((each) => paths[each] === path);
  if (screen !== undefined) return { screen };
  return path === '' || path === '/' ? { screen: 'today' } : { screen: 'today', unknown: true };
}

/** Parses a location hash. An empty one gives the opening screen. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const query = Object.fromEntries(new URLSearchParams(search));
  return { ...placeOf(path), ...(Object.keys(query).length === 0 ? {} : { query }) };
}

export function hrefOf({ screen, receiptId, detail, query = {} }: Route): string {
  const selected = receiptId ?? (detail === undefined ? undefined : encodeURIComponent(detail));
  const search = new URLSearchParams(query).toString();
  return `#${paths[screen]}${selected === undefined ? '' : `/${selected}`}${search === '' ? '' : `?${search}`}`;
}

/** Parses a `plinth://receipt/<id>` link. Gives undefined for any other text, because the text is untrusted. */
export function parseReceiptLink(link: string): Route | undefined {
  const id = receiptLink.exec(link)?.[1];
  return id === undefined ? undefined : { screen: 'activity', receiptId: id };
}
