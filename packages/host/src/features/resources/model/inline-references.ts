import type { JsonSchema } from './json-schema.ts';

/**
 * Returns a schema without references, in one piece. A schema that contains itself accepts any value at the second occurrence.
 *
 * @param find returns the schema of a reference outside of the schema
 */
export function inlineReferences(
  schema: JsonSchema,
  find: (reference: string) => JsonSchema | undefined = () => undefined,
): JsonSchema {
  return inlined(schema, { find, definitions: {}, open: [] }) as JsonSchema;
}

interface Scope {
  readonly find: (reference: string) => JsonSchema | undefined;
  /** The definitions of the enclosing schemas, by name. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** The references that are being replaced. */
  readonly open: readonly string[];
}

function inlined(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, scope));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, $defs, definitions, ...rest } = value as JsonSchema;
  const inner = {
    ...scope,
    definitions: { ...scope.definitions, ...(definitions as object | undefined), ...($defs as object | undefined) },
  };
  const plain = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, inlined(each, inner)]));
  if (typeof $ref !== 'string') return plain;
  if (inner.open.includes($ref)) return plain;
  const found = LOCAL.test($ref) ? inner.definitions[$ref.replace(LOCAL, '')] : scope.find($ref);
  const target = found === undefined ? {} : inlined(found, { ...inner, open: [...inner.open, $ref] });
  return { ...(target as object), ...plain };
}

const LOCAL = /^#\/(?:\$defs|definitions)\//;
