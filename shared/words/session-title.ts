import type { Session } from '../receipt.ts';

/** Names a session by its first prompt. */
export const sessionTitle = ({ title }: Pick<Session, 'title'>): string => title ?? 'No prompt was kept';
