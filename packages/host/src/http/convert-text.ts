import type { StandardSchema } from 'oriel-core/http';

/** A JSON Schema of draft 2020-12. */
export type JsonSchemaNode = Readonly<Record<string, unknown>>;

/**
 * Converts the texts of parameters or form fields to the types that their schema reads: numbers, booleans, null, and lists. The
 * path and the query of routes, forms, and the query of operations are converted alike. Texts that do not have the
 * type stay texts, which the schema rejects. Without a JSON Schema of the schema, all texts stay texts.
 *
 * @example
 * ```ts
 * import * as z from 'zod';
 * import { TextConverter } from './convert-text.ts';
 * const converter = new TextConverter(z.object({ page: z.int(), tags: z.array(z.string()) }));
 * converter.convert({ page: '2', 'tags[]': 'new' }); // => { page: 2, tags: ['new'] }
 * ```
 */
export class TextConverter {
  readonly #root: JsonSchemaNode;
  readonly #members = new Map<string, JsonSchemaNode>();
  readonly #others: JsonSchemaNode | undefined;

  constructor(schema: StandardSchema) {
    this.#root = describeSchema(schema, 'input') ?? {};
    const objects = findAlternatives(this.#root, this.#root);
    for (const { properties } of objects)
      for (const [name, member] of Object.entries((properties ?? {}) as Record<string, JsonSchemaNode>)) {
        const known = this.#members.get(name);
        this.#members.set(name, known === undefined ? member : { anyOf: [known, member] });
      }
    this.#others = objects.map(({ additionalProperties: others }) => others).find(isNode);
  }

  /** Converts the values by name; several values are a list. A list may be sent as `l=a&l=b` or `l[]=a&l[]=b`. */
  convert(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const values = Object.create(null) as Record<string, unknown>;
    for (const [name, value] of Object.entries(sent)) {
      const base = name.endsWith('[]') && !this.#members.has(name) ? name.slice(0, -2) : name;
      const schema = this.#members.get(base) ?? this.#others;
      const list = schema === undefined ? undefined : findListSchema(schema, this.#root);
      const isKnownList = base !== name && this.#members.has(base) && list !== undefined;
      const key = isKnownList ? base : name;
      const before = values[key];
      const texts = before === undefined ? value : [before, value].flat();
      values[key] = schema === undefined ? texts : this.#convert(texts, schema, list);
    }
    return values;
  }

  #convert(value: unknown, schema: JsonSchemaNode, list: ListSchema | undefined): unknown {
    if (list !== undefined && (list.isOnly || Array.isArray(value)))
      return [value].flat().map((text, index) => convertText(text, list.itemAt(index), this.#root));
    return Array.isArray(value) ? value : convertText(value, schema, this.#root);
  }
}

/**
 * Returns the converter of a schema, which is created once.
 *
 * @param schema the schema of an object
 */
export function getTextConverter(schema: StandardSchema): TextConverter {
  let converter = CONVERTERS.get(schema);
  if (converter === undefined) CONVERTERS.set(schema, (converter = new TextConverter(schema)));
  return converter;
}

const CONVERTERS = new WeakMap<StandardSchema, TextConverter>();

/** Returns the JSON Schema of a schema, in which types that JSON Schema does not have accept any value. */
export function describeSchema(schema: StandardSchema, side: 'input' | 'output'): JsonSchemaNode | undefined {
  try {
    return schema['~standard'].jsonSchema?.[side]({
      target: 'draft-2020-12',
      libraryOptions: { unrepresentable: 'any' },
    });
  } catch {
    return undefined; // The library cannot describe the schema.
  }
}

/**
 * Converts one text to a type of a schema.
 *
 * @param value a text; other values are returned as they are
 * @param root the schema whose `$defs` references of `schema` lead to
 */
export function convertText(value: unknown, schema: JsonSchemaNode, root: JsonSchemaNode = schema): unknown {
  if (typeof value !== 'string') return value;
  let converted: unknown = value;
  for (const leaf of findAlternatives(schema, root)) {
    const values = findFixedValues(leaf);
    const found = values?.find((candidate) => typeof candidate !== 'object' && String(candidate) === value);
    if (found !== undefined) return found;
    if (values !== undefined) continue;
    const types = [leaf['type'] ?? 'string'].flat();
    if (types.includes('string')) return value;
    if (types.includes('number') || types.includes('integer')) converted = parseDecimal(value) ?? converted;
    if (types.includes('boolean')) converted = BOOLEANS.get(value) ?? converted;
  }
  return converted;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function parseDecimal(text: string): number | undefined {
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value + 0 : undefined; // -0 is 0
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

export interface ListSchema {
  /** Whether the schema reads nothing else. */
  readonly isOnly: boolean;
  readonly itemAt: (index: number) => JsonSchemaNode;
}

/** Returns the part of a schema that reads lists; undefined if it reads none. */
export function findListSchema(schema: JsonSchemaNode, root: JsonSchemaNode): ListSchema | undefined {
  const leaves = findAlternatives(schema, root).filter(({ type }) => type !== 'null');
  const list = leaves.find(({ type }) => type === 'array');
  if (list === undefined) return undefined;
  const { items, prefixItems } = list;
  const first = Array.isArray(prefixItems) ? (prefixItems as JsonSchemaNode[]) : [];
  const rest = isNode(items) ? items : {};
  return { isOnly: leaves.length === 1, itemAt: (index) => first[index] ?? rest };
}

function findFixedValues(leaf: JsonSchemaNode): readonly unknown[] | undefined {
  if (Array.isArray(leaf['enum'])) return leaf['enum'];
  return 'const' in leaf ? [leaf['const']] : undefined;
}

/** Returns the alternatives of a schema. A schema that contains itself is described once. */
export function findAlternatives(
  schema: JsonSchemaNode,
  root: JsonSchemaNode,
  seen = new Set<JsonSchemaNode>(),
): JsonSchemaNode[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = resolve(reference, root);
    return target === undefined ? [{}] : findAlternatives(target, root, seen);
  }
  const parts = [schema['anyOf'], schema['oneOf'], schema['allOf']].filter(Array.isArray).flat() as JsonSchemaNode[];
  if (parts.length === 0) return [schema];
  return parts.flatMap((part) => findAlternatives(part, root, seen));
}

function resolve(reference: string, root: JsonSchemaNode): JsonSchemaNode | undefined {
  if (reference === '#') return root;
  const steps = reference.startsWith('#/') ? reference.slice(2).split('/') : undefined;
  const found = steps?.reduce<unknown>(
    (node, step) => (isNode(node) ? node[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  );
  return isNode(found) ? found : undefined;
}

function isNode(value: unknown): value is JsonSchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
