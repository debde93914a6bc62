import type { JsonSchema } from '../model/json-schema.ts';

/** Returns a schema that accepts null and all values of the given schema; the given schema if it accepts null. */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema as { readonly type?: unknown; readonly anyOf?: readonly JsonSchema[] };
  const applied = APPLIED_TO_NULL.filter((keyword) => keyword in schema);
  if (applied.length === 0 && Array.isArray(type)) return { ...schema, type: [...new Set([...type, 'null'])] };
  if (applied.length === 0 && typeof type === 'string') return { ...schema, type: [type, 'null'] };
  const hasNull = type === undefined && anyOf?.some((branch) => branch['type'] === 'null') === true;
  return applied.join() === 'anyOf' && hasNull ? schema : { anyOf: [schema, { type: 'null' }] };
}

// The other keywords apply to values of one type only, so that null is valid.
const APPLIED_TO_NULL = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if', '$ref', '$dynamicRef'];
