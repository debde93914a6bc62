import type { JsonSchema } from '../../model/json-schema.ts';
import { inlineReferences } from '../../model/inline-references.ts';
import { jsonSchemaOf } from '../../model/json-schema.ts';
import type { Operation } from '../../model/operation.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import { withArticle } from '../../model/article.ts';

/** Returns the Hydra class of a type: the properties and item operations of all resources with this type. */
export function hydraClass(resources: readonly ResourceModel[]): JsonSchema {
  const { type, types, description } = resources[0]!;
  const properties = new Map<string, JsonSchema>();
  const operations = new Map<string, JsonSchema>();
  for (const resource of resources) {
    const inputs = inputsOf(resource);
    for (const field of resource.fields)
      if (!properties.has(field.name) && (field.read !== 'never' || inputs.members.has(field.name)))
        properties.set(field.name, propertyOf(field, type, inputs));
    for (const operation of resource.operations)
      if (operation.hasItem && !operations.has(keyOf(operation)))
        operations.set(keyOf(operation), hydraOperation(operation));
  }
  return {
    '@id': `#${type}`,
    '@type': 'hydra:Class',
    ...(types.length > 0 ? { subClassOf: types } : {}),
    'rdfs:label': type,
    'hydra:title': type,
    ...(description === undefined ? {} : { 'hydra:description': description }),
    'hydra:supportedProperty': [...properties.values()],
    'hydra:supportedOperation': [...operations.values()],
    ...(resources.every(({ definition }) => definition.deprecated) ? { 'owl:deprecated': true } : {}),
  };
}

function keyOf({ kind, name, method }: Operation): string {
  return kind === 'custom' ? name : method;
}

interface Inputs {
  readonly members: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

function inputsOf({ operations, fieldByName }: ResourceModel): Inputs {
  const writing = operations.filter(({ kind }) => kind === 'create' || kind === 'replace' || kind === 'patch');
  const create = writing.find(({ kind }) => kind === 'create') ?? writing[0];
  let required: unknown;
  try {
    required = create?.input && inlineReferences(jsonSchemaOf(create.input, 'input'))['required'];
  } catch {
    required = undefined; // The schema library cannot describe the input.
  }
  return {
    members: new Set(
      writing
        .flatMap(({ inputMembers, resource }) => inputMembers ?? [...resource.fieldByName.keys()])
        .filter((name) => fieldByName.get(name)?.write !== 'never'),
    ),
    required: new Set(Array.isArray(required) ? (required as string[]) : []),
  };
}

function propertyOf(field: FieldModel, type: string, { members, required }: Inputs): JsonSchema {
  const { name, link, description, jsonSchema, nullable } = field;
  const isLink = link?.as === 'iri';
  const isList = jsonSchema['type'] === 'array';
  return {
    '@type': 'hydra:SupportedProperty',
    'hydra:property': {
      '@id': `#${type}/${name}`,
      '@type': isLink ? 'hydra:Link' : 'rdf:Property',
      'rdfs:label': name,
      domain: `#${type}`,
      ...(isLink && !isList ? { 'owl:maxCardinality': 1 } : {}),
      ...(isLink ? { range: `#${link.to.type}` } : rangeOf(field)),
    },
    'hydra:title': name,
    'hydra:required': required.has(name) && members.has(name) && !nullable,
    'hydra:readable': field.read !== 'never',
    'hydra:writeable': members.has(name),
    ...(description === undefined ? {} : { 'hydra:description': description }),
  };
}

const RANGES = {
  integer: 'integer',
  number: 'decimal',
  decimal: 'decimal',
  boolean: 'boolean',
  string: 'string',
  date: 'dateTime',
} as const;

function rangeOf({ kind, jsonSchema }: FieldModel): { range?: string } {
  if (kind === 'json') return {};
  return { range: kind === 'date' && jsonSchema['format'] === 'date' ? 'xmls:date' : `xmls:${RANGES[kind]}` };
}

/** Returns an operation as a Hydra Operation. */
export function hydraOperation(operation: Operation): JsonSchema {
  const { kind, method, resource, options, input } = operation;
  const own = `#${resource.type}`;
  const title = options.summary ?? titleOf(operation);
  const returns =
    kind === 'list' ? 'hydra:Collection' : kind === 'delete' || options.output === false ? 'owl:Nothing' : own;
  const action = ACTIONS[kind];
  return {
    '@type': action ? ['hydra:Operation', action] : 'hydra:Operation',
    'hydra:method': method,
    'hydra:title': title,
    'rdfs:label': title,
    ...(options.description === undefined ? {} : { 'hydra:description': options.description }),
    ...(input === undefined ? {} : { expects: own }),
    returns,
    ...(options.deprecated ? { 'owl:deprecated': true } : {}),
  };
}

const ACTIONS: Readonly<Partial<Record<Operation['kind'], string>>> = {
  list: 'schema:FindAction',
  get: 'schema:FindAction',
  create: 'schema:CreateAction',
  replace: 'schema:ReplaceAction',
  delete: 'schema:DeleteAction',
};

function titleOf({ kind, name, resource: { type } }: Operation): string {
  if (kind === 'list') return `Retrieves the collection of ${type} resources.`;
  if (kind === 'custom' || kind === 'bulk') return name;
  return `${VERBS[kind]} ${kind === 'get' || kind === 'create' ? withArticle(type) : `the ${type}`} resource.`;
}

const VERBS = {
  get: 'Retrieves',
  create: 'Creates',
  replace: 'Replaces',
  patch: 'Updates',
  delete: 'Deletes',
} as const;
