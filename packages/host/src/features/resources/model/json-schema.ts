import { MIN_VERSIONS } from 'oriel-core/configuration';
import type { StandardSchema } from 'oriel-core/http';
import { describeSchema } from '../../../http/convert-text.ts';
import { inlineReferences } from './schema-references.ts';
import type { FieldKind, StoreField } from '../declare/resource-store.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The side of a schema: the values that it accepts or those that it returns. */
export type SchemaSide = 'input' | 'output';

/** Returns the JSON Schema (draft 2020-12) of a schema whose library has none. */
export type JsonSchemaSupplier = (schema: StandardSchema, side: SchemaSide) => JsonSchema | undefined;

/** Returns the JSON Schema of a schema. `isStrict` rejects types that JSON Schema does not have. @throws {TypeError} */
export function getJsonSchema(
  schema: StandardSchema,
  side: SchemaSide,
  supplier?: JsonSchemaSupplier,
  { isStrict = false } = {},
): JsonSchema {
  const found = libraryDocument(schema, side, supplier, isStrict);
  if (found === undefined)
    throw new TypeError(
      `The schema library "${schema['~standard'].vendor}" has no JSON Schema; ${adviceFor(schema)} one with api.jsonSchema: (schema, side) => …`,
    );
  const { $schema: _, ...document } = found;
  return document;
}

/** Returns the JSON Schema of what a schema accepts, without references; undefined if its library cannot describe it. */
export function describeInput(schema: StandardSchema | undefined): JsonSchema | undefined {
  const described = schema && describeSchema(schema, 'input');
  return described && inlineReferences(described);
}

function adviceFor(schema: StandardSchema): string {
  return schema['~standard'].vendor === 'zod' ? `use zod ${MIN_VERSIONS.zod} or newer, or provide` : 'provide';
}

function libraryDocument(
  schema: StandardSchema,
  side: SchemaSide,
  supplier: JsonSchemaSupplier | undefined,
  isStrict: boolean,
): JsonSchema | undefined {
  const { jsonSchema } = schema['~standard'];
  if (jsonSchema === undefined) return supplier?.(schema, side);
  const describe = (libraryOptions?: Record<string, unknown>): JsonSchema =>
    jsonSchema[side]({ target: 'draft-2020-12', libraryOptions });
  if (supplier === undefined) return describe(isStrict ? undefined : LENIENT);
  try {
    return describe();
  } catch (error) {
    const supplied = supplier(schema, side);
    if (supplied === undefined && isStrict) throw error;
    return supplied ?? describe(LENIENT);
  }
}

// The options of zod and of valibot.
const LENIENT = { unrepresentable: 'any', errorMode: 'ignore' };

/** Returns the schemas of the properties of an object; empty if it has none. */
export function getProperties(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = schema['properties'];
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, JsonSchema>) : {};
}

/** Returns the kind of a property, whether it may be null, and the kind of the elements of a list. */
export function getKind(schema: JsonSchema): Pick<StoreField, 'kind' | 'nullable' | 'format' | 'elements'> {
  const branches = [schema['anyOf'], schema['oneOf']].find(Array.isArray) as JsonSchema[] | undefined;
  if (branches) {
    const rest = branches.filter(({ type }) => type !== 'null');
    const nullable = rest.length < branches.length || rest.some((element) => getKind(element).nullable);
    const [one, ...more] = new Map(
      rest.map(getKind).map((element) => [`${element.kind} ${element.format} ${element.elements}`, element]),
    ).values();
    if (one === undefined || more.some(({ kind }) => kind !== one.kind)) return { kind: 'json', nullable };
    return { ...one, nullable, ...(more.length > 0 && { format: undefined, elements: undefined }) };
  }
  const types = ([] as unknown[]).concat(schema['type'] ?? typeOfValues(schema));
  const nullable = types.includes('null');
  const [type, ...more] = types.filter((other) => other !== 'null');
  if (more.length > 0) return { kind: 'json', nullable };
  const format = type === 'string' ? (schema['format'] as string | undefined) : undefined;
  const { items } = schema;
  const elements = type === 'array' && typeof items === 'object' ? getKind(items as JsonSchema).kind : undefined;
  return { kind: kindOfType(type, schema), nullable, format, ...(elements && { elements }) };
}

function kindOfType(type: unknown, { format }: JsonSchema): FieldKind {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type !== 'string') return 'json';
  if (format === 'decimal' || format === 'int64') return 'decimal';
  return format === 'date-time' || format === 'date' ? 'date' : 'string';
}

function typeOfValues(schema: JsonSchema): unknown[] {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : [];
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}
