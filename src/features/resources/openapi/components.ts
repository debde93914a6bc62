import type { StandardSchema } from '../../../core/http/standard-schema.ts';
import { jsonSchemaOf } from '../model/json-schema.ts';
import type { JsonSchema, SchemaSide } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import { HEADERS, commonHeaders } from './response-headers.ts';
import type { ResponseHeader, HeaderName } from './response-headers.ts';
import { BodyKeys, bodySchema } from './body-schema.ts';
import type { OpenApiVersion } from './openapi-document.ts';
import { TEXT_TYPES, PROBLEMS, problemSchema, validationSchema } from './problems.ts';
import type { ProblemName } from './problems.ts';
import { itemSchema } from './wire-schema.ts';

export type Reference = { readonly $ref: string };

/** What the document says once and refers to: schemas of items and bodies, answers that several operations give. */
export class Components {
  readonly version: OpenApiVersion;
  readonly #registry: ResourceRegistry;
  readonly #schemas: Record<string, JsonSchema> = { Problem: problemSchema, ValidationProblem: validationSchema };
  readonly #responses: Record<string, unknown> = {};
  readonly #headers: Record<string, unknown> = {};
  readonly #names = new Map<unknown, string>();
  readonly #bodies = new BodyKeys();

  constructor(registry: ResourceRegistry, version: OpenApiVersion) {
    this.version = version;
    this.#registry = registry;
  }

  /** The item of a resource as it is answered. */
  item(resource: ResourceModel): Reference {
    return this.#schema(resource, resource.type, () => itemSchema(resource, this.#describe(resource.schema, 'output')));
  }

  /** The same with any of its members: what `fields` and `view` leave of it. Undefined when no member is required. */
  partial(resource: ResourceModel): Reference | undefined {
    const whole = this.item(resource);
    const { required, ...rest } = this.resolve(whole);
    if (required === undefined) return undefined;
    const description = `The members of a ${resource.type} that the query or the operation selects.`;
    return this.named(`${this.nameOf(whole)}.sparse`, () => ({ ...rest, description }));
  }

  /** The body an operation takes. */
  body(operation: Operation): Reference {
    const { resource, kind, name } = operation;
    // The same body for POST and PUT is one component.
    const word = kind === 'patch' || kind === 'bulk' ? 'replace' : kind === 'custom' ? name.split('.').at(-1)! : kind;
    return this.#schema(this.#bodies.keyOf(operation), `${resource.type}.${word}`, () =>
      bodySchema(operation, this.#describe(operation.input!, 'input'), this.resolve(this.item(resource))),
    );
  }

  /** The members of a body, none of them required: a merge patch. */
  patch(operation: Operation): JsonSchema {
    const { required: _, ...rest } = this.resolve(this.body(operation));
    return { ...rest, description: 'Only the members that change; null takes one away (RFC 7396).', ...nullable(rest) };
  }

  /** An answer with a problem document. */
  problem(name: ProblemName): Reference {
    const { description, schema = 'Problem', headers = [] } = PROBLEMS[name];
    this.#responses[name] ??= {
      description,
      headers: this.headers(...headers, ...this.#usual()),
      content: {
        'application/problem+json': { schema: { $ref: `#/components/schemas/${schema}` } },
        ...this.#problems(),
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  /** An answer with a problem that the application declared. */
  declaredProblem(title: string): Record<string, unknown> {
    return {
      description: `${title}.`,
      headers: this.headers(...this.#usual()),
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        ...this.#problems(),
      },
    };
  }

  // Formats with errors of their own write them instead.
  #problems(): Record<string, unknown> {
    const writers = this.#registry.formats.flatMap(({ name, problem }) =>
      problem?.schema ? [{ name, ...problem }] : [],
    );
    return Object.fromEntries(
      [
        ...writers.map(({ name, contentType, schema }) => [contentType, this.named(`Problem.${name}`, () => schema!)]),
        ...TEXT_TYPES.map((type) => [type, TEXT]),
      ].map(([type, schema]) => [type, { schema }]),
    );
  }

  /** Headers of an answer, each a component. */
  headers(...names: readonly HeaderName[]): Record<string, Reference> {
    const references = [...new Set(names)].map((name) => {
      const { description, type = 'string' } = HEADERS[name] as ResponseHeader;
      this.#headers[name] ??= { description, schema: { type } };
      return [name, { $ref: `#/components/headers/${name}` }] as const;
    });
    return Object.fromEntries(references);
  }

  // Problems are the same for all operations, so they carry what any of them tells.
  #usual(): readonly HeaderName[] {
    return ['Link', ...this.#registry.operations.flatMap((each) => commonHeaders(each, this.#registry))];
  }

  #describe(schema: StandardSchema, side: SchemaSide): JsonSchema {
    return jsonSchemaOf(schema, side, this.#registry.config.jsonSchema);
  }

  /** A schema of a format's own, under a name made once. */
  named(name: string, make: () => JsonSchema): Reference {
    return this.#schema(name, name, make);
  }

  /** What a reference refers to. */
  resolve(reference: Reference): JsonSchema {
    return this.#schemas[this.nameOf(reference)]!;
  }

  nameOf({ $ref }: Reference): string {
    return $ref.slice($ref.lastIndexOf('/') + 1);
  }

  toObject(): Record<string, unknown> {
    return { schemas: this.#schemas, responses: this.#responses, headers: this.#headers };
  }

  #schema(key: unknown, wanted: string, make: () => JsonSchema): Reference {
    let name = this.#names.get(key);
    if (name === undefined) {
      // Two resources may have items of the same type that are described differently.
      name = wanted.replace(/[^\w.-]/g, '-');
      for (let number = 2; name in this.#schemas; number++) name = `${wanted}-${number}`;
      this.#names.set(key, name);
      this.#schemas[name] = {};
      this.#schemas[name] = make();
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}

const TEXT: JsonSchema = { type: 'string' };

function nullable({ properties }: JsonSchema): { readonly properties?: JsonSchema } {
  if (typeof properties !== 'object' || properties === null) return {};
  const members = Object.entries(properties as Record<string, JsonSchema>);
  return {
    properties: Object.fromEntries(members.map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }])),
  };
}
