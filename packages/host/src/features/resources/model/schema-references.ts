import { isObject } from 'oriel-core/http';
import type { JsonSchema } from './json-schema.ts';

/** Returns a schema without definitions, with what `find` returns in place of each reference. */
export function replaceReferences(schema: JsonSchema, find: (reference: string) => JsonSchema): JsonSchema {
  const { $defs: _, definitions: __, $ref, ...rest } = schema;
  const replace = (value: unknown, isByName = false): unknown => {
    if (Array.isArray(value)) return value.map((element) => replace(element));
    if (!isObject(value)) return value;
    if (!isByName) return replaceReferences(value, find);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member)]));
  };
  const replaced = Object.entries(rest).map(([keyword, value]) => [
    keyword,
    VALUES.has(keyword) ? value : replace(value, BY_NAME.has(keyword)),
  ]);
  return { ...(typeof $ref === 'string' ? find($ref) : {}), ...(Object.fromEntries(replaced) as JsonSchema) };
}

// Keywords with values of the application, and those whose members are schemas by name.
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples']);
const BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Returns a schema without references. At its second occurrence, a schema that contains itself accepts any value. */
export function inlineReferences(
  document: JsonSchema,
  find: (reference: string) => JsonSchema | undefined = () => undefined,
): JsonSchema {
  const inline = (schema: JsonSchema, open: readonly string[]): JsonSchema =>
    replaceReferences(schema, (reference) => {
      if (open.includes(reference)) return {};
      const target = DEFINITION.test(reference) ? findSchema(document, reference) : find(reference);
      return target === undefined ? {} : inline(target, [...open, reference]);
    });
  return inline(document, []);
}

const DEFINITION = /^#\/(?:\$defs|definitions)\//;

/** Returns the schema at a JSON pointer, such as `#/$defs/Place`. */
export function findSchema(document: JsonSchema, pointer: string): JsonSchema | undefined {
  let found: unknown = document;
  for (const step of pointer.split('/').slice(1))
    found = isObject(found) || Array.isArray(found) ? (found as Record<string, unknown>)[decodeStep(step)] : undefined;
  return isObject(found) ? found : undefined;
}

/** Decodes one step of a JSON pointer in a URL. */
export function decodeStep(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}
