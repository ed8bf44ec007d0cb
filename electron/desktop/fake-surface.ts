import { EventEmitter } from 'node:events';
import surface from './generated/electron-surface.json' with { type: 'json' };

interface Member {
  platforms?: string[];
}
type Section = Record<string, Member>;
interface SurfaceType {
  extends: string | null;
  static: Section;
  members: Section;
  events: Section;
}
type SurfaceName = keyof typeof surface.types;

const types = surface.types as unknown as Record<string, SurfaceType | undefined>;

function find(type: string, section: 'static' | 'members' | 'events', key: string): Member | undefined {
  const found = types[type];
  if (found === undefined) return undefined;
  return Object.hasOwn(found[section], key)
    ? found[section][key]
    : found.extends === null
      ? undefined
      : find(found.extends, section, key);
}

const has = (member: Member, platform: string) => member.platforms?.includes(platform) ?? true;
const EMITTER = new Set([
  'on',
  'once',
  'off',
  'addListener',
  'removeListener',
  'removeAllListeners',
  'emit',
  'listenerCount',
]);
/** Returns true for properties that the language or a debugger reads. */
const isLanguage = (key: string | symbol) =>
  typeof key === 'symbol' || ['then', 'constructor', 'toJSON', '__esModule', 'prototype'].includes(key);

/**
 * Wraps an object so that it has the members of Electron's type definitions on a platform. A member of another
 * platform reads `undefined`, as in Electron. A member that Electron or the fake lacks is an error.
 */
export function asInElectron<T extends object>(
  type: SurfaceName,
  fake: T,
  platform: string,
  section: 'static' | 'members' = 'members',
): T {
  const memberOf = (key: string): Member => {
    const member = find(type, section, key);
    if (member === undefined) throw new TypeError(`Electron ${surface.version} has no ${type}.${key}`);
    return member;
  };
  const isOwn = (key: string | symbol) => isLanguage(key) || (EMITTER.has(key as string) && key in fake);
  return new Proxy(fake, {
    get(target, key) {
      if (isOwn(key)) {
        const value = Reflect.get(target, key);
        return EMITTER.has(key as string) ? (value as () => unknown).bind(target) : value;
      }
      const member = memberOf(key as string);
      if (!has(member, platform)) return undefined;
      if (!(key in target)) throw new TypeError(`The fake electron does not have ${type}.${String(key)} yet`);
      return Reflect.get(target, key);
    },
    set(target, key, value) {
      if (!isOwn(key)) memberOf(key as string);
      return Reflect.set(target, key, value);
    },
  });
}

/**
 * Emits the events that Electron's type definitions have on a platform, and accepts listeners only for these.
 */
export class ElectronEmitter extends EventEmitter {
  readonly #type: SurfaceName;
  readonly #platform: string;

  constructor(type: SurfaceName, platform: string) {
    super();
    this.#type = type;
    this.#platform = platform;
  }

  #event(name: string | symbol): Member {
    const event = find(this.#type, 'events', String(name));
    if (event === undefined) {
      throw new TypeError(`Electron ${surface.version} has no event ${String(name)} of ${this.#type}`);
    }
    return event;
  }

  override on(name: string | symbol, listener: (...args: never[]) => void): this {
    this.#event(name);
    return super.on(name, listener as never);
  }

  override once(name: string | symbol, listener: (...args: never[]) => void): this {
    this.#event(name);
    return super.once(name, listener as never);
  }

  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (!has(this.#event(name), this.#platform)) {
      throw new Error(`Electron does not send ${String(name)} of ${this.#type} on ${this.#platform}`);
    }
    return super.emit(name, ...args);
  }
}
