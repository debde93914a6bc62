import { collectionsOf } from '../../answers/api-document.ts';
import { withArticle } from '../../answers/article.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { jsonSchemaOf } from '../../model/json-schema.ts';
import type { Operation } from '../../model/operation.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import type { ResourceRegistry } from '../../building/resource-registry.ts';
import { HYDRA } from './jsonld-context.ts';

/** What can be done with an API, for generic clients: a Hydra ApiDocumentation whose context is inlined. */
export function hydraDocumentation(registry: ResourceRegistry, vocabulary: string, title: string): JsonSchema {
  const { prefix } = registry;
  const entries = [...collectionsOf(registry)].map(([name, path]) => ({
    name,
    resource: [...registry.resources.values()].find((each) => each.path === path)!,
  }));
  return {
    '@context': contextOf(vocabulary),
    '@id': `${prefix}/docs.jsonld`,
    '@type': 'hydra:ApiDocumentation',
    'hydra:title': title,
    'hydra:entrypoint': prefix === '' ? '/' : prefix,
    'hydra:supportedClass': [...byType(registry).map(classOf), entrypointClass(entries)],
  };
}

const LINK = { '@type': '@id' };

function contextOf(vocabulary: string): JsonSchema {
  return {
    '@vocab': vocabulary,
    hydra: HYDRA,
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    xmls: 'http://www.w3.org/2001/XMLSchema#',
    owl: 'http://www.w3.org/2002/07/owl#',
    schema: 'https://schema.org/',
    domain: { '@id': 'rdfs:domain', '@type': '@id' },
    range: { '@id': 'rdfs:range', '@type': '@id' },
    subClassOf: { '@id': 'rdfs:subClassOf', '@type': '@id' },
    expects: { '@id': 'hydra:expects', '@type': '@id' },
    returns: { '@id': 'hydra:returns', '@type': '@id' },
    'hydra:entrypoint': LINK,
  };
}

/** Resources that share a type are one class, described by all of them. */
function byType({ resources }: ResourceRegistry): ResourceModel[][] {
  return [...Map.groupBy(resources.values(), ({ type }) => type).values()];
}

function classOf(resources: readonly ResourceModel[]): JsonSchema {
  const { type, types, description } = resources[0]!;
  const properties = new Map<string, JsonSchema>();
  const operations = new Map<string, JsonSchema>();
  for (const resource of resources) {
    const inputs = inputsOf(resource);
    for (const field of resource.fields)
      if (!properties.has(field.name) && (field.read !== 'nobody' || inputs.members.has(field.name)))
        properties.set(field.name, propertyOf(field, type, inputs));
    for (const operation of resource.operations)
      if (operation.item && !operations.has(keyOf(operation))) operations.set(keyOf(operation), operationOf(operation));
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

function inputsOf({ operations }: ResourceModel): Inputs {
  const writing = operations.filter(({ kind }) => kind === 'create' || kind === 'replace' || kind === 'patch');
  const create = writing.find(({ kind }) => kind === 'create') ?? writing[0];
  let required: unknown;
  try {
    required = create?.input && jsonSchemaOf(create.input, 'input')['required'];
  } catch {
    required = undefined; // The library does not tell what must be there.
  }
  return {
    members: new Set(writing.flatMap(({ inputMembers, resource }) => inputMembers ?? [...resource.field.keys()])),
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
    'hydra:required': required.has(name) && !nullable,
    'hydra:readable': field.read !== 'nobody',
    'hydra:writeable': members.has(name),
    ...(description === undefined ? {} : { 'hydra:description': description }),
  };
}

const RANGES = {
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
  string: 'string',
  date: 'dateTime',
} as const;

function rangeOf({ kind, jsonSchema }: FieldModel): { range?: string } {
  if (kind === 'json') return {};
  return { range: kind === 'date' && jsonSchema['format'] === 'date' ? 'xmls:date' : `xmls:${RANGES[kind]}` };
}

function operationOf(operation: Operation): JsonSchema {
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

function entrypointClass(entries: readonly { name: string; resource: ResourceModel }[]): JsonSchema {
  return {
    '@id': '#Entrypoint',
    '@type': 'hydra:Class',
    'hydra:title': 'The API entrypoint',
    'hydra:supportedProperty': entries.map(({ name, resource: { type, operations, places } }) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': `#Entrypoint/${name}`,
        '@type': 'hydra:Link',
        domain: '#Entrypoint',
        'rdfs:label': `The collection of ${type} resources`,
        'rdfs:range': [
          { '@id': 'hydra:Collection' },
          {
            'owl:equivalentClass': {
              'owl:onProperty': { '@id': 'hydra:member' },
              'owl:allValuesFrom': { '@id': `#${type}` },
            },
          },
        ],
        'hydra:supportedOperation': operations
          .filter(({ item, place }) => !item && place === places[0])
          .map(operationOf),
      },
      'hydra:title': `The collection of ${type} resources`,
      'hydra:readable': true,
      'hydra:writeable': false,
    })),
    'hydra:supportedOperation': {
      '@type': 'hydra:Operation',
      'hydra:method': 'GET',
      'hydra:title': 'The API entrypoint.',
      'rdfs:label': 'The API entrypoint.',
      returns: '#Entrypoint',
    },
  };
}
