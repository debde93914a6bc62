import { isObject } from 'oriel-core/http';
import type { JsonSchema } from '../model/json-schema.ts';

/** A schema in a document, which can be replaced. */
export interface SchemaPlace {
  readonly schema: JsonSchema;
  readonly text: string;
  /** The names that lead to the schema: `['Book', 'author']`. */
  readonly path: readonly string[];
  /** The schemas directly in this schema. */
  readonly inner: readonly SchemaPlace[];
  readonly replace: (schema: JsonSchema) => void;
}

type Container = Record<string, unknown>;

/** Returns the schemas of parsed JSON that are a member of an object, such as `schema` of a media type, with those in them. */
export function schemaPlace(container: Container, key: string, path: readonly string[]): SchemaPlace | undefined {
  const schema = container[key];
  if (!isObject(schema)) return undefined;
  const inner: SchemaPlace[] = [];
  const add = (from: Container, name: string, steps: readonly string[]): void => {
    const place = schemaPlace(from, name, [...path, ...steps]);
    if (place !== undefined) inner.push(place);
  };
  for (const [keyword, value] of Object.entries(schema)) {
    if (SINGLE.includes(keyword)) add(schema, keyword, []);
    else if (BY_NAME.includes(keyword))
      for (const name of Object.keys(value as object)) add(value as Container, name, [name]);
    else if (LISTS.includes(keyword))
      for (const index of Object.keys(value as object)) add(value as Container, index, []);
  }
  return { schema, text: JSON.stringify(schema), path, inner, replace: (other) => (container[key] = other) };
}

/** Returns the Media Type Objects in a part of a document, with the operation or response and the subtype as their paths. */
export function* contentOf(value: unknown, root = ''): Generator<[content: Container, path: readonly string[]]> {
  if (!isObject(value)) return;
  const { operationId = root } = value as { readonly operationId?: string };
  for (const [name, each] of Object.entries(value)) {
    if (name !== 'content') yield* contentOf(each, operationId || name);
    else
      for (const [type, content] of Object.entries(each as Record<string, Container>))
        yield [content, [operationId, type.slice(type.indexOf('/') + 1)]];
  }
}

// The keywords of JSON Schema 2020-12 whose values contain schemas.
const SINGLE = [
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['not', 'if', 'then', 'else', 'contentSchema'],
];
const BY_NAME = ['properties', 'patternProperties', 'dependentSchemas'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
