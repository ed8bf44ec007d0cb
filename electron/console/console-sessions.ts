import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const LOGIN_LIFETIME_MS = 10 * 60_000;
const SESSION_LIFETIME_MS = 12 * 3_600_000;
/** An open page sends a request after every change. A page that stays silent for this long is not in use. */
const SESSION_IDLE_MS = 3_600_000;
const MAX_SESSIONS = 16;
/** The pattern of 256 random bits in base64url. */
const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;

const newSecret = () => randomBytes(32).toString('base64url');
const digest = (secret: string) => createHash('sha256').update(secret).digest();

interface Session {
  cookie: Buffer;
  key: Buffer;
  expiresAt: number;
  usedAt: number;
}

/**
 * The logins of the console. A login secret works once and for ten minutes. It opens a session with two secrets: a
 * cookie, and a key that the page stores for its own origin. All ports of a host share cookies, so another local server
 * may receive the cookie. A cookie without the key therefore opens neither control nor its events. Only digests are kept.
 */
export class ConsoleSessions {
  readonly #now: () => number;
  #login: { secret: Buffer; expiresAt: number } | undefined;
  #sessions: Session[] = [];

  constructor(now: () => number) {
    this.#now = now;
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
    if (login.expiresAt <= this.#now() || !timingSafeEqual(login.secret, digest(secret))) return undefined;
    this.#login = undefined;
    const session = { cookie: newSecret(), key: newSecret() };
    this.#sessions = [
      ...this.#live().slice(-(MAX_SESSIONS - 1)),
      {
        cookie: digest(session.cookie),
        key: digest(session.key),
        expiresAt: this.#now() + SESSION_LIFETIME_MS,
        usedAt: this.#now(),
      },
    ];
    return session;
  }

  #live(): Session[] {
    const now = this.#now();
    return this.#sessions.filter(
      ({ expiresAt, usedAt }) => expiresAt > now && usedAt + SESSION_IDLE_MS > now,
    );
  }

  #find(cookie: string): Session | undefined {
    if (!SECRET_PATTERN.test(cookie)) return undefined;
    const given = digest(cookie);
    return this.#live().find((session) => timingSafeEqual(session.cookie, given));
  }

  /** Returns true if the visitor may load the page. */
  knows(cookie: string): boolean {
    return this.#find(cookie) !== undefined;
  }

  /** Returns true if the visitor may use control and receive its events. */
  trusts(cookie: string, key: string | undefined): boolean {
    const session = this.#find(cookie);
    if (session === undefined || key === undefined || !SECRET_PATTERN.test(key)) return false;
    if (!timingSafeEqual(session.key, digest(key))) return false;
    session.usedAt = this.#now();
    return true;
  }

  /** Ends the visitor's session. */
  logOut(cookie: string): void {
    const ended = this.#find(cookie);
    this.#sessions = this.#live().filter((session) => session !== ended);
  }

  /** Ends every session and invalidates the current login link. */
  logOutAll(): number {
    const count = this.#live().length;
    this.#sessions = [];
    this.#login = undefined;
    return count;
  }
}
