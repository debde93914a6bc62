import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from './contract.ts';

/**
 * The compiled schemas of a document. Responses are validated against closed variants, which reject members that no schema
 * describes. JSON Schema would accept these members.
 */
export class Schemas {
  readonly #ajv: Ajv2020;
  readonly #components: Json;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(components: Json) {
    this.#components = components;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    // An IRI reference of RFC 3987 may be relative, which ajv-formats does not support.
    this.#ajv.addFormat('iri-reference', (text) => URL.canParse(text, 'http://localhost'));
    for (const $id of KINDS) this.#ajv.addSchema({ $id, components: getVariant(components, $id) as Json });
  }

  /** Returns the schema that a `$ref` refers to, or the schema itself. */
  resolve(schema: Json): Json {
    const { $ref } = schema as { $ref?: string };
    if ($ref === undefined) return schema;
    return this.resolve((this.#components['schemas'] as Record<string, Json>)[$ref.split('/').at(-1)!]!);
  }

  /** Returns whether these components are equal to some of its own, so that they need not be compiled again. */
  contains({ schemas }: Json): boolean {
    const componentSchemas = this.#components['schemas'] as Json;
    return Object.entries(schemas as Json).every(
      ([name, member]) => JSON.stringify(member) === JSON.stringify(componentSchemas[name]),
    );
  }

  /** Returns the schema of a member, at any depth, without references. */
  findMember(schema: Json, name: string): Json | undefined {
    const { $ref, properties = {} } = schema as { $ref?: string; properties?: Record<string, Json> };
    if ($ref !== undefined)
      return this.findMember((this.#components['schemas'] as Record<string, Json>)[$ref.split('/').at(-1)!]!, name);
    if (Object.hasOwn(properties, name)) return this.#inline(properties[name]) as Json;
    const parts = [...Object.values(properties), ...((schema['anyOf'] ?? []) as Json[])];
    return parts.map((part) => this.findMember(part, name)).find((element) => element !== undefined);
  }

  #inline(value: unknown, open: readonly unknown[] = []): unknown {
    if (Array.isArray(value)) return value.map((element) => this.#inline(element, open));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Json;
    if (open.includes($ref)) return rest;
    const target = $ref === undefined ? {} : this.#inline(this.resolve(value as Json), [...open, $ref]);
    const members = Object.entries(rest).map(([name, member]) => [name, this.#inline(member, open)]);
    return { ...(target as Json), ...Object.fromEntries(members) };
  }

  /** Returns a description of the validation error of a value, or undefined if the value is valid. */
  validationError(value: unknown, schema: Json, kind: SchemaKind = 'open'): string | undefined {
    const text = JSON.stringify(getVariant(schema, kind));
    let validate = this.#compiled.get(text);
    if (validate === undefined) {
      validate = this.#ajv.compile(JSON.parse(text) as Json);
      this.#compiled.set(text, validate);
    }
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

const KINDS = ['open', 'closed', 'sparse'] as const;

/** `open` is the schema of the document, `closed` rejects undescribed members, and `sparse` also allows selected members. */
export type SchemaKind = (typeof KINDS)[number];

/** Returns the branches that a response may match. Without selected members, it must match a whole item. */
export function branchesFor(anyOf: readonly Json[], kind: SchemaKind): readonly Json[] {
  const fullSchemas = anyOf.filter(
    (element) =>
      !/\.(?:sparse|embedding)(?:\.|$)/.test(String(element['$ref'] ?? (element['items'] as Json)?.['$ref'])),
  );
  return kind === 'closed' && fullSchemas.length > 0 ? fullSchemas : anyOf;
}

function getVariant(schema: unknown, kind: SchemaKind, closes = kind !== 'open'): unknown {
  if (Array.isArray(schema)) return schema.map((element) => getVariant(element, kind, closes));
  if (typeof schema !== 'object' || schema === null) return schema;
  const variant: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === '$ref') variant[name] = `${closes ? kind : 'open'}${String(value)}`;
    else if (name === 'anyOf' && Array.isArray(value))
      variant[name] = getVariant(branchesFor(value as Json[], kind), kind, closes);
    // The schemas of `allOf` are closed together, not one by one.
    else variant[name] = getVariant(value, kind, closes && name !== 'allOf');
  }
  const isObject = 'properties' in variant && !('additionalProperties' in variant);
  return closes && (isObject || 'allOf' in variant) && variant['type'] !== undefined
    ? { ...variant, unevaluatedProperties: false }
    : variant;
}
