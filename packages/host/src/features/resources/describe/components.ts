import type { StandardSchema } from 'oriel-core/http';
import { jsonSchemaOf } from '../model/json-schema.ts';
import type { JsonSchema, SchemaSide } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import { propertiesOf } from '../model/json-schema.ts';
import type { LinkModel, ResourceModel } from '../model/resource-model.ts';
import { canBeIncluded } from '../reach/related-items.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { HEADERS, commonHeaders } from './response-headers.ts';
import type { ResponseHeader, HeaderName } from './response-headers.ts';
import { hoistDefinitions } from './hoist-definitions.ts';
import { BodyKeys, bodySchema, patchMembers, withoutRequired } from './body-schema.ts';
import { TEXT_TYPES, PROBLEMS, problemSchema, validationSchema } from './problems.ts';
import type { ProblemName } from './problems.ts';
import { itemSchema } from './wire-schema.ts';

export type OpenApiVersion = '3.1' | '3.2';

/** A Components Object without security schemes. */
export interface ComponentsObject {
  readonly schemas: Record<string, JsonSchema>;
  readonly responses: Record<string, unknown>;
  readonly parameters?: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
}

export type Reference = { readonly $ref: string };

/** The Components Object of a document: shared schemas, responses, parameters and headers. Methods add a component on first use. */
export class Components {
  readonly version: OpenApiVersion;
  readonly #registry: ResourceRegistry;
  readonly #schemas: Record<string, JsonSchema> = { Problem: problemSchema, ValidationProblem: validationSchema };
  readonly #responses: Record<string, unknown> = {};
  readonly #headers: Record<string, unknown> = {};
  readonly #parameters: Record<string, unknown> = {};
  readonly #names = new Map<unknown, string>();
  readonly #bodies = new BodyKeys();

  constructor(registry: ResourceRegistry, version: OpenApiVersion) {
    this.version = version;
    this.#registry = registry;
  }

  /** The schema of an item in responses. */
  item(resource: ResourceModel): Reference {
    return this.#schema(resource, resource.type, () =>
      itemSchema(resource, this.#describeObject(resource.schema, 'output', resource.type)),
    );
  }

  /** The schema of an item with selected members (`fields`, `view`). Undefined when no member is required anyway. */
  partial(resource: ResourceModel): Reference | undefined {
    const whole = this.item(resource);
    const { required, ...rest } = this.resolve(whole);
    if (required === undefined) return undefined;
    const description = `The members of a ${resource.type} that the query or the operation selects.`;
    return this.named(`${this.nameOf(whole)}.sparse`, () => ({ ...rest, description }));
  }

  /** The schema of an item with selected members, whose links may be embedded items (`include`). Undefined without links. */
  embedding(resource: ResourceModel): Reference | undefined {
    const whole = this.item(resource);
    const members = propertiesOf(this.resolve(whole));
    const links = resource.fields.filter(({ name, link }) => link && canBeIncluded(link.to) && name in members);
    if (links.length === 0) return undefined;
    return this.named(`${this.nameOf(whole)}.embedding`, () => {
      const { required: _, ...rest } = this.resolve(whole);
      const embedded = links.map(({ name, link }) => [name, this.#linkOrItem(members[name]!, link!)]);
      return {
        ...rest,
        description: `The members of a ${resource.type} that the query selects, with the items that it includes.`,
        properties: { ...members, ...(Object.fromEntries(embedded) as Record<string, JsonSchema>) },
      };
    });
  }

  // A link remains where the item does not exist or the user cannot read it.
  #linkOrItem({ description, ...written }: JsonSchema, { to, many }: LinkModel): JsonSchema {
    const item = this.embedding(to) ?? this.partial(to) ?? this.item(to);
    const about = description === undefined ? {} : { description };
    const { items } = written as { readonly items?: JsonSchema };
    return many
      ? { ...about, ...written, items: { anyOf: [items ?? {}, item] } }
      : { ...about, anyOf: [written, item] };
  }

  /** The schema of the request body of an operation. */
  body(operation: Operation): Reference {
    const { resource, kind, name } = operation;
    // POST and PUT share a component when their bodies are the same.
    const suffix = kind === 'patch' || kind === 'bulk' ? 'replace' : kind === 'custom' ? name.split('.').at(-1)! : kind;
    return this.#schema(this.#bodies.keyOf(operation), `${resource.type}.${suffix}`, () =>
      bodySchema(
        operation,
        this.#describeObject(operation.input!, 'input', `${resource.type}.${suffix}`),
        this.resolve(this.item(resource)),
      ),
    );
  }

  /** The schema of a merge patch: the members of the body, none of them required. */
  patch(operation: Operation): JsonSchema {
    const { required: _, ...rest } = this.resolve(this.body(operation));
    // The members of nested objects are optional, too.
    const toPartial = (reference: Reference): Reference => {
      const whole = this.resolve(reference);
      if (!NESTING.some((keyword) => keyword in whole)) return reference;
      return this.#schema(`${reference.$ref} partial`, `${this.nameOf(reference)}.partial`, () =>
        withoutRequired(whole, toPartial),
      );
    };
    const members = patchMembers(rest, this.resolve(this.item(operation.resource)), toPartial);
    return {
      ...rest,
      description: 'The members to change; null removes a member (RFC 7396).',
      ...nullable({ ...rest, properties: members }),
    };
  }

  /** A response with a problem document. */
  problem(name: ProblemName): Reference {
    const { description, schema = 'Problem', headers = [] } = PROBLEMS[name];
    this.#responses[name] ??= this.#problemResponse(description, schema, headers);
    return { $ref: `#/components/responses/${name}` };
  }

  /** A response with a problem that the application declared. */
  declaredProblem(title: string): Record<string, unknown> {
    return this.#problemResponse(`${title}.`, 'Problem', []);
  }

  #problemResponse(description: string, schema: string, headers: readonly HeaderName[]): Record<string, unknown> {
    return {
      description,
      headers: this.headers(...headers, ...this.#commonHeaders()),
      content: {
        'application/problem+json': { schema: { $ref: `#/components/schemas/${schema}` } },
        ...this.#otherErrorTypes(),
      },
    };
  }

  // Formats may have their own error documents.
  #otherErrorTypes(): Record<string, unknown> {
    const writers = this.#registry.formats.flatMap(({ name, problem }) =>
      problem?.schema ? [{ name, ...problem }] : [],
    );
    return Object.fromEntries(
      [
        ...writers.map(({ name, contentType, schema }) => [contentType, this.named(`Problem.${name}`, () => schema!)]),
        ...TEXT_TYPES.map((type) => [type, STRING]),
      ].map(([type, schema]) => [type, { schema }]),
    );
  }

  /** References to response headers. */
  headers(...names: readonly HeaderName[]): Record<string, Reference> {
    const references = [...new Set(names)].map((name) => {
      const { description, type = 'string' } = HEADERS[name] as ResponseHeader;
      this.#headers[name] ??= { description, schema: { type } };
      return [name, { $ref: `#/components/headers/${name}` }] as const;
    });
    return Object.fromEntries(references);
  }

  // Problem responses are shared by all operations, so they list the headers of all of them.
  #commonHeaders(): readonly HeaderName[] {
    return ['Link', ...this.#registry.operations.flatMap((each) => commonHeaders(each, this.#registry))];
  }

  /**
   * Returns the JSON Schema of a schema, with its definitions as components. Without a JSON Schema, any value is valid.
   *
   * @param name the name of the component if the schema contains itself
   */
  describe(schema: StandardSchema, side: SchemaSide, name: string): JsonSchema {
    let described: JsonSchema;
    try {
      described = jsonSchemaOf(schema, side, this.#registry.config.jsonSchema);
    } catch {
      return {};
    }
    return hoistDefinitions(described, name, (key, wanted, make) => this.#schema(key, wanted, make));
  }

  // The schema of an object whose members are changed, so it is not a reference.
  #describeObject(schema: StandardSchema, side: SchemaSide, name: string): JsonSchema {
    const { $ref, ...described } = this.describe(schema, side, `${name}.nested`);
    return typeof $ref === 'string' ? { ...this.resolve({ $ref }), ...described } : described;
  }

  /** A schema with a name of its own, created once. */
  named(name: string, make: () => JsonSchema): Reference {
    return this.#schema(name, name, make);
  }

  /** Adds a parameter or response under a name, or the name with a number if it is taken. */
  shared(kind: 'parameters' | 'responses', wanted: string, value: object): Reference {
    const all = kind === 'parameters' ? this.#parameters : this.#responses;
    const name = unusedName(wanted, all);
    all[name] = value;
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** The schema that a reference refers to. */
  resolve(reference: Reference): JsonSchema {
    return this.#schemas[this.nameOf(reference)]!;
  }

  nameOf({ $ref }: Reference): string {
    return $ref.slice($ref.lastIndexOf('/') + 1);
  }

  toObject(): ComponentsObject {
    const parameters = Object.keys(this.#parameters).length > 0 ? { parameters: this.#parameters } : {};
    return { schemas: this.#schemas, responses: this.#responses, ...parameters, headers: this.#headers };
  }

  #schema(key: unknown, wanted: string, make: () => JsonSchema): Reference {
    let name = this.#names.get(key);
    if (name === undefined) {
      // Resources with the same type may have different schemas.
      name = unusedName(wanted.replace(/[^\w.-]/g, '-'), this.#schemas);
      this.#names.set(key, name);
      this.#schemas[name] = {};
      this.#schemas[name] = make();
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Returns a name, or the name with a number if it is taken. */
export function unusedName(wanted: string, taken: object): string {
  let name = wanted;
  for (let number = 2; Object.hasOwn(taken, name); number++) name = `${wanted}-${number}`;
  return name;
}

const STRING: JsonSchema = { type: 'string' };

// Keywords of schemas that may have required members.
const NESTING = ['properties', 'anyOf', 'oneOf', '$ref'];

function nullable({ properties }: JsonSchema): { readonly properties?: JsonSchema } {
  if (typeof properties !== 'object' || properties === null) return {};
  const members = Object.entries(properties as Record<string, JsonSchema>);
  return {
    properties: Object.fromEntries(members.map(([name, schema]) => [name, nullableSchema(schema)])),
  };
}

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
