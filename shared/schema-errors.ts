import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import type { Expectation, ValidationCode, ValidationError } from './problem.ts';

/* What a value that does not match a schema of the contract is told: names and limits of the schema, nothing of the value. */

/** More than the longest list of the contract, the supported agents, so that an answer stays short. */
const MAX_VALUES = 32;

interface SchemaNode extends TSchema, Omit<Expectation, 'enum' | 'members' | 'maxDepth'> {
  const?: unknown;
  enum?: unknown[];
  anyOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
}

const CODES: Record<string, ValidationCode> = {
  type: 'wrong_type',
  const: 'wrong_value',
  enum: 'wrong_value',
  anyOf: 'wrong_value',
  minimum: 'wrong_value',
  maximum: 'wrong_value',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_short',
  maxItems: 'too_long',
  pattern: 'invalid_format',
  required: 'required',
  additionalProperties: 'unknown_member',
  // A member that no schema allows.
  boolean: 'unknown_member',
};

const KEYWORDS = [
  'type',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
] as const;

const ofValues = (values: unknown[]): Expectation | undefined =>
  values.length <= MAX_VALUES && values.every((value) => typeof value === 'string')
    ? { enum: values }
    : undefined;

/** Returns what a schema allows, in its own keywords. Gives undefined where it does not say it in a few words. */
export function expectationOf(schema: TSchema): Expectation | undefined {
  const node = schema as SchemaNode;
  if (node.enum !== undefined) return ofValues(node.enum);
  if (node.const !== undefined) return ofValues([node.const]);
  if (node.anyOf !== undefined) {
    const [first, ...others] = node.anyOf.filter(({ type }) => type !== 'null');
    return others.length === 0 && first !== undefined
      ? expectationOf(first)
      : ofValues(node.anyOf.map((each) => each.const));
  }
  const kept = KEYWORDS.filter((keyword) => keyword in node).map((keyword) => [keyword, node[keyword]]);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Makes an error of a place. */
export function errorAt(pointer: string, code: ValidationCode, expected?: Expectation): ValidationError {
  return expected === undefined ? { pointer, code } : { pointer, code, expected };
}

/** Returns the path without the names that the schema does not define: such a name may itself be a secret. */
function definedPath(root: SchemaNode, path: string): string {
  let pointer = '';
  let node: SchemaNode | undefined = root;
  for (const name of path.split('/').slice(1)) {
    node = Object.hasOwn(node.properties ?? {}, name) ? node.properties![name] : node.items;
    if (node === undefined) break;
    pointer += `/${name}`;
  }
  return pointer;
}

const nodeAt = (root: SchemaNode, schemaPath: string): SchemaNode =>
  schemaPath
    .split('/')
    .slice(1)
    .reduce((node, name) => (node as Record<string, SchemaNode>)[name] ?? {}, root);

/** Tells the errors of a validator in the contract's words, each place once for each code. */
export function schemaErrors(root: TSchema, found: readonly TLocalizedValidationError[]): ValidationError[] {
  const errors = new Map<string, ValidationError>();
  const add = (pointer: string, code: ValidationCode, expected?: Expectation) =>
    errors.set(`${pointer} ${code}`, errorAt(pointer, code, expected));
  for (const { keyword, schemaPath, instancePath, params } of found) {
    const code = CODES[keyword];
    // The error of the whole choice follows those of its branches.
    if (code === undefined || schemaPath.includes('/anyOf/')) continue;
    const pointer = definedPath(root, instancePath);
    const node = nodeAt(root, schemaPath.replace(/\/additionalProperties$/, ''));
    if (code === 'required') {
      for (const name of (params as { requiredProperties: string[] }).requiredProperties) {
        add(`${pointer}/${name}`, code, expectationOf(node.properties![name]!));
      }
    } else if (code === 'unknown_member') add(pointer, code, { members: Object.keys(node.properties ?? {}) });
    else add(pointer, code, expectationOf(node));
  }
  // A constant of another type is reported twice. The contract's code for it is wrong_value.
  return [...errors.values()].filter(
    ({ pointer, code }) => code !== 'wrong_type' || !errors.has(`${pointer} wrong_value`),
  );
}
