/** An environment variable; undefined when empty, or when the runtime (Deno) does not permit reading it. */
export function environment(name: string): string | undefined {
  try {
    return process.env[name] || undefined;
  } catch {
    return undefined;
  }
}
