import * as nodeModule from 'node:module';

/** A function that a framework exports, and where a program meets it. */
export interface PublicHook {
  /** What a program imports when it uses the framework. */
  readonly specifiers: RegExp;
  /** The module that exports the function. It is resolved from the imported one, so that it is of the same copy. */
  readonly from: string;
  readonly name: string;
}

type Source = string | Uint8Array | undefined;

interface Loaded {
  format: string | null | undefined;
  source?: Source;
}

/** As much of `registerHooks` of `node:module` as is used. Node has it since 22.15. */
type RegisterHooks = (hooks: {
  resolve(
    specifier: string,
    context: unknown,
    next: (specifier: string, context: unknown) => { url: string },
  ): { url: string };
  load(url: string, context: unknown, next: (url: string, context: unknown) => Loaded): Loaded;
}) => unknown;

const KEY = '@plinth/sdk/auto';

/**
 * Returns the lines that hand over the function after the body of the module at `url` ran. Undefined where they could
 * end the program: the framework has no such module, or the format has no place for them.
 */
function linesFor({ from, name }: PublicHook, url: string, format: Loaded['format']): string | undefined {
  try {
    nodeModule.createRequire(url).resolve(from);
  } catch {
    return undefined;
  }
  const hand = `globalThis[Symbol.for('${KEY}')]?.`;
  // A name that a version does not export is undefined in a namespace, and an error elsewhere.
  if (format === 'module') return `import * as plinth$ from '${from}';\n${hand}(plinth$.${name}, '${name}');`;
  // No format: a required file of a package that names none, most likely CommonJS.
  const isScript = format === 'commonjs' || !format;
  return isScript
    ? `if (typeof require === 'function') ${hand}(require('${from}').${name}, '${name}');`
    : undefined;
}

/**
 * Calls `use` with each of these functions as soon as the program has loaded the framework, once for each copy. A program
 * that does not use a framework never loads it. Returns false where the runtime has no such hooks.
 */
export function whenLoaded(
  hooks: readonly PublicHook[],
  use: (hook: (given: unknown) => unknown, name: string) => void,
): boolean {
  const { registerHooks } = nodeModule as { registerHooks?: RegisterHooks };
  if (registerHooks === undefined) return false;
  const used = new WeakSet<object>();
  const take = (hook: unknown, name: string) => {
    if (typeof hook !== 'function' || used.has(hook)) return;
    used.add(hook);
    try {
      use(hook as (given: unknown) => unknown, name);
    } catch {
      // A version whose function takes something else. The agent runs as it would have.
    }
  };
  Object.defineProperty(globalThis, Symbol.for(KEY), { value: take, configurable: true });
  const met = new Map<string, PublicHook>();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const hook = hooks.find(({ specifiers }) => specifiers.test(specifier));
      if (hook) met.set(resolved.url, hook);
      return resolved;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const hook = met.get(url);
      const lines = hook && loaded.source ? linesFor(hook, url, loaded.format) : undefined;
      if (lines === undefined) return loaded;
      return { ...loaded, source: `${Buffer.from(loaded.source as string)}\n${lines}\n` };
    },
  });
  return true;
}
