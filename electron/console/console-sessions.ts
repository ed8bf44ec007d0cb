import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { removeFile } from '../platform/held-file.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { readOwnText } from '../platform/regular-file.ts';

const LOGIN_LIFETIME_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** A browser that is used every day asks for a login once a month. */
const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** A page that is looked at once a week stays logged in. */
const SESSION_IDLE_MS = 7 * DAY_MS;
/** A use within this time of the noted one is not written to the disk. */
const NOTED_USE_MS = 3_600_000;
const MAX_SESSIONS = 16;
/** The pattern of 256 random bits in base64url. */
const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;

const newSecret = () => randomBytes(32).toString('base64url');
const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');
const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Session = Type.Object({
  cookie: Digest,
  key: Digest,
  expiresAt: Type.Integer(),
  usedAt: Type.Integer(),
});
type Session = Static<typeof Session>;
const Sessions = Type.Array(Session, { maxItems: MAX_SESSIONS });

/** Returns the file of the logins of a data directory. */
export const sessionsFileOf = (dataDir: string) => join(dataDir, 'console.json');

/** Reads the sessions of an earlier run. Without a readable file, every browser logs in again. */
function readSessions(file: string): Session[] {
  try {
    const read: unknown = JSON.parse(readOwnText(file));
    return Check(Sessions, read) ? read : [];
  } catch {
    return [];
  }
}

/**
 * The logins of the console. A login secret works once and for ten minutes. It opens a session with two secrets: a
 * cookie, and a key that the page stores for its own origin. All ports of a host share cookies, so another local server
 * may receive the cookie. A cookie without the key therefore opens neither control nor its events. Only digests are kept,
 * in a file, so that a login outlives a restart of the host.
 */
export class ConsoleSessions {
  readonly #now: () => number;
  readonly #file: string;
  #login: { secret: string; expiresAt: number } | undefined;
  #sessions: Session[];

  constructor(now: () => number, file: string) {
    this.#now = now;
    this.#file = file;
    this.#sessions = readSessions(file);
  }

  /** Returns a new login secret and invalidates the earlier one. */
  newLogin(): string {
    const secret = newSecret();
    this.#login = { secret: digest(secret), expiresAt: this.#now() + LOGIN_LIFETIME_MS };
    return secret;
  }

  /** Consumes a login secret and opens a session. */
  logIn(secret: unknown): { cookie: string; key: string } | undefined {
    const login = this.#login;
    if (login === undefined || typeof secret !== 'string' || !SECRET_PATTERN.test(secret)) return undefined;
    if (login.expiresAt <= this.#now() || !isSame(login.secret, digest(secret))) return undefined;
    this.#login = undefined;
    const session = { cookie: newSecret(), key: newSecret() };
    this.#keep([
      ...this.#live().slice(-(MAX_SESSIONS - 1)),
      {
        cookie: digest(session.cookie),
        key: digest(session.key),
        expiresAt: this.#now() + SESSION_LIFETIME_MS,
        usedAt: this.#now(),
      },
    ]);
    return session;
  }

  #keep(sessions: Session[]): void {
    this.#sessions = sessions;
    try {
      // First, because on a full disk only this succeeds: no session that has ended may come back with the next run.
      removeFile(this.#file);
      if (sessions.length > 0) writePrivateFile(this.#file, JSON.stringify(sessions));
    } catch {
      // The browsers log in again after the next restart.
    }
  }

  #live(): Session[] {
    const now = this.#now();
    return this.#sessions.filter(
      ({ expiresAt, usedAt }) =>
        expiresAt > now && expiresAt <= now + SESSION_LIFETIME_MS && usedAt + SESSION_IDLE_MS > now,
    );
  }

  #find(cookie: string): Session | undefined {
    if (!SECRET_PATTERN.test(cookie)) return undefined;
    const given = digest(cookie);
    return this.#live().find((session) => isSame(session.cookie, given));
  }

  /** Returns true if the visitor may load the page. */
  knows(cookie: string): boolean {
    return this.#find(cookie) !== undefined;
  }

  /** Returns true if the visitor may use control and receive its events. */
  trusts(cookie: string, key: string | undefined): boolean {
    const session = this.#find(cookie);
    if (session === undefined || key === undefined || !SECRET_PATTERN.test(key)) return false;
    if (!isSame(session.key, digest(key))) return false;
    const now = this.#now();
    if (Math.abs(now - session.usedAt) > NOTED_USE_MS) {
      session.usedAt = now;
      this.#keep(this.#live());
    }
    return true;
  }

  /** Ends the visitor's session. */
  logOut(cookie: string): void {
    const ended = this.#find(cookie);
    this.#keep(this.#live().filter((session) => session !== ended));
  }

  /** Ends every session and invalidates the current login link. */
  logOutAll(): number {
    const count = this.#live().length;
    this.#keep([]);
    this.#login = undefined;
    return count;
  }
}
