import type { StandardSchema } from 'oriel-core/http';
import { withArticle } from '../model/article.ts';
import { getJsonSchema, getProperties } from '../model/json-schema.ts';
import type { JsonSchema, SchemaSide } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { FieldModel, LinkModel, ResourceModel } from '../model/resource-model.ts';
import { embeddingDialect } from '../model/query-dialect.ts';
import { canBeIncluded } from '../reach/related-items.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { bodySchema, nullableSchema, patchMembers, withoutRequired } from './body-schema.ts';
import { problemSchema, validationSchema } from './problems.ts';
import { itemSchema } from './wire-schema.ts';
import { decodeStep, findSchema, replaceReferences } from '../model/schema-references.ts';

export type OpenApiVersion = '3.1' | '3.2';

/** A Components Object without security schemes. */
export interface ComponentsObject {
  readonly schemas: Record<string, JsonSchema>;
  readonly responses: Record<string, object>;
  readonly parameters?: Record<string, object>;
  readonly headers: Record<string, object>;
}

export type Reference = { readonly $ref: string };

/** The Components Object of a document. Every shared schema, response, parameter and header is added on its first use. */
export class Components {
  readonly version: OpenApiVersion;
  readonly registry: ResourceRegistry;
  readonly #all: Required<ComponentsObject> = {
    schemas: { Problem: problemSchema, ValidationProblem: validationSchema },
    responses: {},
    parameters: {},
    headers: {},
  };
  /** The names of components by what they describe. */
  readonly #names = { schemas: new Map(), responses: new Map(), parameters: new Map(), headers: new Map() } as Record<
    keyof ComponentsObject,
    Map<unknown, string>
  >;

  constructor(registry: ResourceRegistry, version: OpenApiVersion) {
    this.version = version;
    this.registry = registry;
  }

  /** Returns the reference to a component, added on the first use of a key. A number is added to a name that is taken. */
  add(kind: keyof ComponentsObject, key: unknown, wanted: string, make: () => object): Reference {
    const all: Record<string, object> = this.#all[kind];
    let name = this.#names[kind].get(key);
    if (name === undefined) {
      // Resources with the same type may have different schemas.
      const base = wanted.replace(/[^\w.-]/g, '-');
      name = base;
      for (let number = 2; Object.hasOwn(all, name); number++) name = `${base}-${number}`;
      this.#names[kind].set(key, name);
      // A schema may refer to itself.
      all[name] = {};
      all[name] = make();
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** A schema with a name of its own, created once. */
  named(name: string, make: () => JsonSchema): Reference {
    return this.add('schemas', name, name, make);
  }

  /** The schema that a reference refers to. */
  resolve(reference: Reference): JsonSchema {
    return this.#all.schemas[this.nameOf(reference)]!;
  }

  nameOf({ $ref }: Reference): string {
    return $ref.slice($ref.lastIndexOf('/') + 1);
  }

  toObject(): ComponentsObject {
    const { parameters, ...others } = this.#all;
    return Object.keys(parameters).length > 0 ? this.#all : others;
  }

  /** Returns the JSON Schema of a schema, whose definitions are components. `name` is that of a schema that contains itself. */
  describe(schema: StandardSchema, side: SchemaSide, name: string): JsonSchema {
    let described: JsonSchema;
    try {
      described = getJsonSchema(schema, side, this.registry.config.jsonSchema);
    } catch {
      return {};
    }
    return hoistDefinitions(described, name, (key, wanted, make) => this.add('schemas', key, wanted, make));
  }

  // The schema of an object whose members are changed, so it is not a reference.
  #describeObject(schema: StandardSchema, side: SchemaSide, name: string): JsonSchema {
    const { $ref, ...described } = this.describe(schema, side, `${name}.nested`);
    return typeof $ref === 'string' ? { ...this.resolve({ $ref }), ...described } : described;
  }

  /** The schema of an item in responses. */
  item(resource: ResourceModel): Reference {
    return this.add('schemas', resource, resource.type, () =>
      itemSchema(resource, this.#describeObject(resource.schema, 'output', resource.type)),
    );
  }

  /** The schema of an item with selected members (`fields`, `view`). Undefined when no member is required anyway. */
  partial(resource: ResourceModel): Reference | undefined {
    const reference = this.item(resource);
    const links = this.#isEmbedding ? this.#embeddable(resource) : [];
    if (this.resolve(reference)['required'] === undefined && links.length === 0) return undefined;
    return this.named(`${this.nameOf(reference)}.sparse`, () => this.#sparseSchema(resource, links));
  }

  /** The schema of an item with selected members, whose links may be embedded items (`include`). Undefined without links. */
  embedding(resource: ResourceModel): Reference | undefined {
    const links = this.#embeddable(resource);
    if (links.length === 0) return undefined;
    // The first link of a resource changes no name.
    if (this.#isEmbedding) return this.partial(resource);
    return this.named(`${this.nameOf(this.item(resource))}.embedding`, () => this.#sparseSchema(resource, links));
  }

  // Whether items of all formats can have embedded items.
  get #isEmbedding(): boolean {
    return this.registry.formats.every(({ dialect }) => dialect === embeddingDialect);
  }

  #embeddable(resource: ResourceModel): FieldModel[] {
    const members = getProperties(this.resolve(this.item(resource)));
    return resource.fields.filter(({ name, link }) => link && canBeIncluded(link.to) && name in members);
  }

  #sparseSchema(resource: ResourceModel, links: readonly FieldModel[]): JsonSchema {
    const { required: _, ...rest } = this.resolve(this.item(resource));
    const description = `The members of ${withArticle(resource.type)} that the query or the operation selects`;
    if (links.length === 0) return { ...rest, description: `${description}.` };
    const members = getProperties(rest);
    const embedded = links.map(({ name, link }) => [name, this.#linkOrItem(members[name]!, link!)]);
    return {
      ...rest,
      description: `${description}, with the items that the query includes.`,
      properties: { ...members, ...(Object.fromEntries(embedded) as JsonSchema) },
    };
  }

  // A link remains where the item does not exist or the user cannot read it.
  #linkOrItem({ description, ...written }: JsonSchema, { to, many }: LinkModel): JsonSchema {
    const item = this.embedding(to) ?? this.partial(to) ?? this.item(to);
    const about = description === undefined ? {} : { description };
    return many
      ? { ...about, ...written, items: { anyOf: [written['items'] ?? {}, item] } }
      : { ...about, anyOf: [written, item] };
  }

  /** The schema of the request body of an operation. */
  body(operation: Operation): Reference {
    const { resource, kind, name } = operation;
    // The name does not depend on schemas, so that it remains the same when one of them changes.
    const suffix = kind === 'patch' || kind === 'bulk' ? 'replace' : name.slice(resource.name.length + 1);
    const wanted = `${resource.type}.${suffix}`;
    return this.add('schemas', `body ${resource.name}.${suffix}`, wanted, () =>
      bodySchema(operation, this.#describeObject(operation.input!, 'input', wanted), this.resolve(this.item(resource))),
    );
  }

  /** The schema of a merge patch: the members of the body, none of them required. */
  patch(operation: Operation): Reference {
    const { name, type } = operation.resource;
    return this.add('schemas', `patch ${name}`, `${type}.patch`, () => this.#patchSchema(operation));
  }

  #patchSchema(operation: Operation): JsonSchema {
    const { required: _, ...rest } = this.resolve(this.body(operation));
    // The members of nested objects are optional, too.
    const toPartial = (reference: Reference): Reference => {
      const schema = this.resolve(reference);
      if (!NESTING.some((keyword) => keyword in schema)) return reference;
      return this.add('schemas', `${reference.$ref} partial`, `${this.nameOf(reference)}.partial`, () =>
        withoutRequired(schema, toPartial),
      );
    };
    const members = patchMembers(rest, this.resolve(this.item(operation.resource)), toPartial);
    return {
      ...rest,
      description: 'The members to change; null removes a member (RFC 7396).',
      properties: Object.fromEntries(
        Object.entries(members).map(([name, schema]) => [name, nullableSchema(schema as JsonSchema)]),
      ),
    };
  }
}

// Keywords of schemas that may have required members.
const NESTING = ['properties', 'anyOf', 'oneOf', '$ref'];

/** Returns a schema whose references lead to components. Definitions without a name are inlined unless they contain themselves. */
function hoistDefinitions(
  document: JsonSchema,
  name: string,
  add: (key: string, name: string, make: () => JsonSchema) => Reference,
): JsonSchema {
  const references = new Map<string, JsonSchema>();
  const convert = (schema: JsonSchema): JsonSchema => replaceReferences(schema, refer);
  const refer = (pointer: string): JsonSchema => {
    if (!pointer.startsWith('#') || pointer.startsWith('#/components/')) return { $ref: pointer };
    const target = findSchema(document, pointer);
    if (target === undefined || references.has(pointer)) return references.get(pointer) ?? {};
    const closure = collectReferences(document, target);
    const last = pointer === '#' ? name : decodeStep(pointer.slice(pointer.lastIndexOf('/') + 1));
    const isGenerated = GENERATED.test(last);
    if (isGenerated && !closure.has(pointer)) return convert(target);
    // Equal definitions of several schemas are one component.
    const key = JSON.stringify([last, target, ...closure]);
    const reference = add(key, isGenerated ? 'Value' : last, () => convert(target));
    references.set(pointer, reference);
    return reference;
  };
  const converted = convert(document);
  return references.get('#') ?? converted;
}

// Names that zod and ArkType generate.
const GENERATED = /^(?:__schema|alias|domain|intersection|morph|proto|union|unit)\d+$/;

/** Returns the schemas that a schema refers to, directly or not, by their pointers. */
function collectReferences(
  document: JsonSchema,
  schema: JsonSchema,
  found = new Map<string, JsonSchema>(),
): ReadonlyMap<string, JsonSchema> {
  replaceReferences(schema, (pointer) => {
    const target = pointer.startsWith('#') ? findSchema(document, pointer) : undefined;
    if (target !== undefined && !found.has(pointer)) collectReferences(document, target, found.set(pointer, target));
    return {};
  });
  return found;
}
