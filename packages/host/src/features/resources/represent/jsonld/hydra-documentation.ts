import { withArticle } from '../../model/article.ts';
import type { ApiResources } from '../../model/format.ts';
import { describeInput } from '../../model/json-schema.ts';
import type { Operation } from '../../model/operation.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import { listCollections } from '../entrypoint.ts';
import { HYDRA } from './jsonld-context.ts';

type Node = Readonly<Record<string, unknown>>;

/** Returns the Hydra ApiDocumentation of an API, with an inline context. */
export function createHydraDocumentation(api: ApiResources, vocabulary: string, title: string): Node {
  // Resources with the same type are one class.
  const classes = [...Map.groupBy(api.resources.values(), ({ type }) => type).values()];
  return {
    '@context': createContext(vocabulary),
    '@id': `${api.prefix}/docs.jsonld`,
    '@type': 'hydra:ApiDocumentation',
    'hydra:title': title,
    'hydra:entrypoint': api.prefix === '' ? '/' : api.prefix,
    'hydra:supportedClass': [...classes.map(describeClass), describeEntrypoint(api)],
  };
}

function createContext(vocabulary: string): Node {
  const iri = (id: string): Node => ({ '@id': id, '@type': '@id' });
  return {
    '@vocab': vocabulary,
    hydra: HYDRA,
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    xmls: 'http://www.w3.org/2001/XMLSchema#',
    owl: 'http://www.w3.org/2002/07/owl#',
    schema: 'https://schema.org/',
    domain: iri('rdfs:domain'),
    range: iri('rdfs:range'),
    subClassOf: iri('rdfs:subClassOf'),
    expects: iri('hydra:expects'),
    returns: iri('hydra:returns'),
    'hydra:entrypoint': { '@type': '@id' },
  };
}

// Members that are undefined are not written.
function describeClass(resources: readonly ResourceModel[]): Node {
  const { type, types, description } = resources[0]!;
  const properties = new Map<string, Node>();
  const operations = new Map<string, Node>();
  for (const resource of resources) {
    const inputs = collectInputs(resource);
    for (const field of resource.fields)
      if (!properties.has(field.name) && (field.read !== 'never' || inputs.members.includes(field.name)))
        properties.set(field.name, describeProperty(field, type, inputs));
    for (const operation of resource.operations) {
      const key = operation.kind === 'custom' ? operation.name : operation.method;
      if (operation.hasItem && !operations.has(key)) operations.set(key, describeOperation(operation));
    }
  }
  return {
    '@id': `#${type}`,
    '@type': 'hydra:Class',
    subClassOf: types.length > 0 ? types : undefined,
    'rdfs:label': type,
    'hydra:title': type,
    'hydra:description': description,
    'hydra:supportedProperty': [...properties.values()],
    'hydra:supportedOperation': [...operations.values()],
    'owl:deprecated': resources.every(({ definition }) => definition.deprecated) || undefined,
  };
}

// The names of members that writes accept, and of those that a create requires.
function collectInputs({ operations, fieldByName }: ResourceModel): Inputs {
  const writing = operations.filter(({ kind }) => kind === 'create' || kind === 'replace' || kind === 'patch');
  const create = writing.find(({ kind }) => kind === 'create') ?? writing[0];
  const members = writing.flatMap(({ inputMembers }) => inputMembers ?? [...fieldByName.keys()]);
  return {
    members: members.filter((name) => fieldByName.get(name)?.write !== 'never'),
    required: (describeInput(create?.input)?.['required'] ?? []) as readonly string[],
  };
}

type Inputs = Readonly<Record<'members' | 'required', readonly string[]>>;

function describeProperty(field: FieldModel, type: string, { members, required }: Inputs): Node {
  const { name, description, jsonSchema, nullable } = field;
  const isWritable = members.includes(name);
  const link = field.link?.as === 'iri' ? field.link : undefined;
  return {
    '@type': 'hydra:SupportedProperty',
    'hydra:property': {
      '@id': `#${type}/${name}`,
      '@type': link ? 'hydra:Link' : 'rdf:Property',
      'rdfs:label': name,
      domain: `#${type}`,
      'owl:maxCardinality': link && jsonSchema['type'] !== 'array' ? 1 : undefined,
      range: link ? `#${link.to.type}` : findRange(field),
    },
    'hydra:title': name,
    'hydra:required': required.includes(name) && isWritable && !nullable,
    'hydra:readable': field.read !== 'never',
    'hydra:writeable': isWritable,
    'hydra:description': description,
  };
}

function findRange({ kind, jsonSchema }: FieldModel): string | undefined {
  if (kind === 'json') return undefined;
  if (kind === 'date') return jsonSchema['format'] === 'date' ? 'xmls:date' : 'xmls:dateTime';
  return kind === 'number' ? 'xmls:decimal' : `xmls:${kind}`;
}

type Names = Readonly<Partial<Record<Operation['kind'], string>>>;
const ACTIONS: Names = { list: 'Find', get: 'Find', create: 'Create', replace: 'Replace', delete: 'Delete' };
const VERBS: Names = { get: 'Retrieves', create: 'Creates', replace: 'Replaces', patch: 'Updates', delete: 'Deletes' };

function describeOperation(operation: Operation): Node {
  const { kind, method, resource, options, input } = operation;
  const classId = `#${resource.type}`;
  const title = options.summary ?? createTitle(operation);
  const isEmpty = kind === 'delete' || options.output === false;
  const action = ACTIONS[kind];
  return {
    '@type': action ? ['hydra:Operation', `schema:${action}Action`] : 'hydra:Operation',
    'hydra:method': method,
    'hydra:title': title,
    'rdfs:label': title,
    'hydra:description': options.description,
    expects: input && classId,
    returns: kind === 'list' ? 'hydra:Collection' : isEmpty ? 'owl:Nothing' : classId,
    'owl:deprecated': options.deprecated ? true : undefined,
  };
}

function createTitle({ kind, name, resource: { type } }: Operation): string {
  if (kind === 'list') return `Retrieves the collection of ${type} resources.`;
  if (VERBS[kind] === undefined) return name;
  return `${VERBS[kind]} ${kind === 'get' || kind === 'create' ? withArticle(type) : `the ${type}`} resource.`;
}

function describeEntrypoint(api: ApiResources): Node {
  const title = 'The API entrypoint';
  return {
    '@id': '#Entrypoint',
    '@type': 'hydra:Class',
    'hydra:title': title,
    'hydra:supportedProperty': Array.from(listCollections(api), ([name, resource]) => describeLink(name, resource)),
    'hydra:supportedOperation': {
      '@type': 'hydra:Operation',
      'hydra:method': 'GET',
      'hydra:title': `${title}.`,
      'rdfs:label': `${title}.`,
      returns: '#Entrypoint',
    },
  };
}

function describeLink(name: string, { type, operations, collectionPaths: [home] }: ResourceModel): Node {
  const title = `The collection of ${type} resources`;
  const items = { 'owl:onProperty': { '@id': 'hydra:member' }, 'owl:allValuesFrom': { '@id': `#${type}` } };
  return {
    '@type': 'hydra:SupportedProperty',
    'hydra:property': {
      '@id': `#Entrypoint/${name}`,
      '@type': 'hydra:Link',
      domain: '#Entrypoint',
      'rdfs:label': title,
      'rdfs:range': [{ '@id': 'hydra:Collection' }, { 'owl:equivalentClass': items }],
      'hydra:supportedOperation': operations
        .filter(({ hasItem, collectionPath }) => !hasItem && collectionPath === home)
        .map(describeOperation),
    },
    'hydra:title': title,
    'hydra:readable': true,
    'hydra:writeable': false,
  };
}
