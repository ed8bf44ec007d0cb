import { RECEIPT_ID_PATTERN } from './receipt-id.ts';

export const SCREENS = ['activity', 'general', 'agents', 'integrations', 'privacy', 'diagnostics'] as const;
export type Screen = (typeof SCREENS)[number];

/** An address in the window: a screen and its selection. */
export interface Route {
  screen: Screen;
  /** The receipt that the activity screen shows beside its list. */
  receiptId?: string;
}

const paths: Record<Screen, string> = {
  activity: '/activity',
  general: '/settings/general',
  agents: '/settings/agents',
  integrations: '/settings/integrations',
  privacy: '/settings/privacy',
  diagnostics: '/settings/diagnostics',
};

const receiptPath = new RegExp(`^/activity/(${RECEIPT_ID_PATTERN})$`);
const receiptLink = new RegExp(`^plinth://receipt/(${RECEIPT_ID_PATTERN})/?$`, 'i');

/** Parses a location hash. An unknown hash gives the activity screen. */
export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, '');
  const receipt = receiptPath.exec(path);
  if (receipt?.[1] !== undefined) return { screen: 'activity', receiptId: receipt[1] };
  return { screen: SCREENS.find((screen) => paths[screen] === path) ?? 'activity' };
}

export function hrefOf({ screen, receiptId }: Route): string {
  return `#${paths[screen]}${receiptId === undefined ? '' : `/${receiptId}`}`;
}

/** Parses a `plinth://receipt/<id>` link. Gives undefined for any other text, because the text is untrusted. */
export function parseReceiptLink(link: string): Route | undefined {
  const id = receiptLink.exec(link)?.[1];
  return id === undefined ? undefined : { screen: 'activity', receiptId: id };
}
