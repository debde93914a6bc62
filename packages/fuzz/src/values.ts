import { resolve } from './api.ts';
import type { Api, Json } from './api.ts';
import type { KnownValues } from './known-values.ts';
import { textMatching } from './matching-text.ts';
import type { Random } from './random.ts';
import type { Schemas } from './schemas.ts';
import { unusualText } from './unusual-values.ts';

/** What values are generated from. */
export interface Sources {
  readonly api: Api;
  readonly schemas: Schemas;
  readonly known: KnownValues;
}

/**
 * Returns a value that matches the schema if one is found in a few attempts.
 *
 * @param name the name of the member or parameter, for values that replies have under this name
 */
export function validValue(schema: Json, name: string, sources: Sources, random: Random): unknown {
  let value: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    value = generate(schema, name, { ...sources, random }, 0);
    if (sources.schemas.errorOf(value, schema) === undefined) break;
  }
  return value;
}

const ATTEMPTS = 6;

interface Context extends Sources {
  readonly random: Random;
}

function generate(reference: unknown, name: string, context: Context, depth: number): unknown {
  if (reference === true || reference === undefined) return context.random.pick(['a', 1, true]);
  const { random, api, known, schemas } = context;
  const { allOf, anyOf, oneOf, ...schema } = resolve(reference as Json, api.document) as SchemaObject;
  if (allOf)
    return generate(
      merge([schema, ...allOf.map((schemaObject) => resolve(schemaObject, api.document))]),
      name,
      context,
      depth,
    );
  const branches = anyOf ?? oneOf;
  if (branches && branches.length > 0) {
    const branch = resolve(random.pick(branches), api.document);
    return generate(merge([schema, branch]), name, context, depth + 1);
  }
  if ('const' in schema) return schema.const;
  if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum);
  const examples = [schema.default, schema.example, ...(schema.examples ?? [])].filter(
    (example) => example !== undefined,
  );
  if (examples.length > 0 && random.chance(0.3)) return random.pick(examples);
  const existing = random.chance(0.4) ? [...known.named(name), ...known.referencesNamed(name)] : [];
  if (existing.length > 0) {
    const value = getPart(random.pick(existing), random);
    if (schemas.errorOf(value, reference as Json) === undefined) return value;
  }
  return byType(getType(schema, random), schema, name, context, depth);
}

interface SchemaObject extends Json {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly allOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly readOnly?: boolean;
}

function merge(schemas: readonly SchemaObject[]): SchemaObject {
  const merged = Object.assign({}, ...schemas) as SchemaObject;
  const properties = Object.assign({}, ...schemas.map((schema) => schema.properties)) as Record<string, SchemaObject>;
  return { ...merged, properties, required: [...new Set(schemas.flatMap(({ required = [] }) => required))] };
}

// Filters are more likely to match with a part of a text.
function getPart(value: unknown, random: Random): unknown {
  if (typeof value !== 'string' || value.length < 2 || !random.chance(0.2)) return value;
  const start = random.integer(value.length - 1);
  return value.slice(start, start + 1 + random.integer(3));
}

function getType({ type, properties, items, pattern, format, minimum }: SchemaObject, random: Random): string {
  if (Array.isArray(type)) {
    const types = (type as string[]).filter((element) => element !== 'null');
    return types.length === 0 || (types.length < type.length && random.chance(0.15)) ? 'null' : random.pick(types);
  }
  if (typeof type === 'string') return type;
  if (properties && Object.keys(properties).length > 0) return 'object';
  if (items !== undefined) return 'array';
  if (minimum !== undefined) return 'number';
  return (pattern ?? format) ? 'string' : random.pick(['string', 'integer', 'boolean']);
}

function byType(type: string, schema: SchemaObject, name: string, context: Context, depth: number): unknown {
  const { random } = context;
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return number(schema, type === 'integer', random);
    case 'array':
      return array(schema, name, context, depth);
    case 'object':
      return object(schema, context, depth);
    default:
      return text(schema, random);
  }
}

function object(schema: SchemaObject, context: Context, depth: number): Json {
  const { properties = {}, required = [], additionalProperties } = schema;
  const { random } = context;
  const result: Record<string, unknown> = {};
  const share = depth > MAX_DEPTH ? 0 : random.pick([0, 0.3, 0.6, 1]);
  for (const [name, property] of Object.entries(properties)) {
    if (property.readOnly === true || (!required.includes(name) && !random.chance(share))) continue;
    // A recursive schema ends at its optional members.
    if (depth > 2 * MAX_DEPTH) continue;
    result[name] = generate(property, name, context, depth + 1);
  }
  if (typeof additionalProperties === 'object' && depth <= MAX_DEPTH && random.chance(0.3))
    result[random.pick(['a', 'extra', '0'])] = generate(additionalProperties, '', context, depth + 1);
  return result;
}

const MAX_DEPTH = 5;

function array(
  { items, minItems = 0, maxItems = 10, uniqueItems }: SchemaObject,
  name: string,
  context: Context,
  depth: number,
): unknown[] {
  const { random } = context;
  const size = depth > MAX_DEPTH ? minItems : random.chance(0.1) ? maxItems : minItems + random.integer(3);
  const list = Array.from({ length: Math.min(size, maxItems, MAX_ITEMS) }, () =>
    generate(items, name, context, depth + 1),
  );
  if (!uniqueItems && list.length > 1 && random.chance(0.3)) list[1] = list[0];
  return list;
}

const MAX_ITEMS = 200;

function number(schema: SchemaObject, isInteger: boolean, random: Random): number {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = multipleOf ?? (isInteger ? 1 : 0.5);
  const least = schema.minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step);
  const most = schema.maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step);
  const start = least ?? (most === undefined ? 0 : Math.min(0, most));
  const small = start + step * random.integer(Math.min(10, Math.floor(((most ?? Infinity) - start) / step) + 1));
  // Valid, but at the limit of the schema or of common types.
  const limits = [least ?? -(2 ** 31) - 1, most ?? 2 ** 31, most ?? 2 ** 53 + 2];
  const value = random.chance(0.25) ? random.pick(limits) : small;
  return isInteger ? Math.round(value) : value;
}

const WORDS = ['a', 'Anna', 'blue sky', 'Zürich', 'x1', 'A, B; "C" & D'];

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '2020-01-31', '1970-01-01', '9999-12-31', '1900-02-28', '0001-01-01'],
  'date-time': ['2024-02-29T23:59:59Z', '2020-01-31T12:00:00.123456+14:00', '1969-12-31T23:59:59-12:00'],
  time: ['23:59:59Z', '00:00:00.5+01:00'],
  duration: ['P1D', 'PT0S', 'P1Y2M3DT4H5M6S'],
  email: ['a@example.com', "o'brien+tag@sub.example.org"],
  hostname: ['example.com', 'a-b.example'],
  ipv4: ['127.0.0.1', '255.255.255.255'],
  ipv6: ['::1', '2001:db8::ff00:42:8329'],
  uuid: ['00000000-0000-0000-0000-000000000000', '6ba7b810-9dad-41d1-80b4-00c04fd430c8'],
  uri: ['https://example.com/a?b=c#d', 'urn:isbn:0451450523'],
  'uri-reference': ['/a/b?c', 'https://example.com/'],
  iri: ['https://example.com/ä'],
  'iri-reference': ['/a/ä'],
  byte: ['', 'YQ=='],
};

function text({ format = '', pattern, minLength = 0, maxLength = Infinity }: SchemaObject, random: Random): string {
  const known = FORMATS[format];
  if (known) return random.pick(known);
  if (pattern !== undefined) return textMatching(pattern, random);
  if (random.chance(0.15)) return unusualText(random, maxLength);
  if (random.chance(0.1) && maxLength < 100_000) return 'm'.repeat(maxLength);
  return random.pick(WORDS).padEnd(minLength, 'a').slice(0, maxLength);
}
