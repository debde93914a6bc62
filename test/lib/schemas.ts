import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from './contract.ts';

/**
 * The schemas of a document, compiled once. What is answered is held against closed ones: a member that no schema tells is a
 * difference, though JSON Schema would let it pass.
 */
export class Schemas {
  readonly #ajv: Ajv2020;
  readonly #components: Json;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(components: Json) {
    this.#components = components;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    // RFC 3987 is looser than what ajv-formats knows of references.
    this.#ajv.addFormat('iri-reference', (text) => URL.canParse(text, 'http://localhost'));
    for (const $id of KINDS) this.#ajv.addSchema({ $id, components: variantOf(components, $id) as Json });
  }

  /** A schema itself, where it refers to one. */
  resolve(schema: Json): Json {
    const { $ref } = schema as { $ref?: string };
    if ($ref === undefined) return schema;
    return this.resolve((this.#components['schemas'] as Record<string, Json>)[$ref.split('/').at(-1)!]!);
  }

  /** Are these among the schemas it knows? Then nothing has to be compiled twice. */
  knows({ schemas }: Json): boolean {
    const own = this.#components['schemas'] as Json;
    return Object.entries(schemas as Json).every(([name, each]) => JSON.stringify(each) === JSON.stringify(own[name]));
  }

  /** What is said of a member, wherever in a schema it stands. */
  memberOf(schema: Json, name: string): Json | undefined {
    const { $ref, properties = {} } = schema as { $ref?: string; properties?: Record<string, Json> };
    if ($ref !== undefined)
      return this.memberOf((this.#components['schemas'] as Record<string, Json>)[$ref.split('/').at(-1)!]!, name);
    if (Object.hasOwn(properties, name)) return properties[name];
    const parts = [...Object.values(properties), ...((schema['anyOf'] ?? []) as Json[])];
    return parts.map((each) => this.memberOf(each, name)).find((each) => each !== undefined);
  }

  /** What is wrong with a value, in words. */
  flawOf(value: unknown, schema: Json, kind: SchemaKind = 'open'): string | undefined {
    const text = JSON.stringify(variantOf(schema, kind));
    let validate = this.#compiled.get(text);
    if (validate === undefined) {
      validate = this.#ajv.compile(JSON.parse(text) as Json);
      this.#compiled.set(text, validate);
    }
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

const KINDS = ['open', 'closed', 'sparse'] as const;

/** As the document has it; without members that it does not describe; the same where the query selected some members. */
export type SchemaKind = (typeof KINDS)[number];

/** The branches of a choice that an answer may meet: one that selected no members is a whole item. */
export function branchesFor(anyOf: readonly Json[], kind: SchemaKind): readonly Json[] {
  const whole = anyOf.filter(
    (each) => !/\.sparse(?:\.|$)/.test(String(each['$ref'] ?? (each['items'] as Json)?.['$ref'])),
  );
  return kind === 'closed' && whole.length > 0 ? whole : anyOf;
}

function variantOf(schema: unknown, kind: SchemaKind, closes = kind !== 'open'): unknown {
  if (Array.isArray(schema)) return schema.map((each) => variantOf(each, kind, closes));
  if (typeof schema !== 'object' || schema === null) return schema;
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === '$ref') made[name] = `${closes ? kind : 'open'}${String(value)}`;
    else if (name === 'anyOf' && Array.isArray(value))
      made[name] = variantOf(branchesFor(value as Json[], kind), kind, closes);
    // Whoever joins schemas closes what they are together.
    else made[name] = variantOf(value, kind, closes && name !== 'allOf');
  }
  const isObject = 'properties' in made && !('additionalProperties' in made);
  return closes && (isObject || 'allOf' in made) && made['type'] !== undefined
    ? { ...made, unevaluatedProperties: false }
    : made;
}
