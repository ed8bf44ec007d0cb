import type { SensitiveName } from './sensitive-name.ts';

/** What a text that names or describes a field says of its value. */
export function labelKind(_text: string, _as: 'whole' | 'description'): SensitiveName | undefined {
  return undefined;
}
