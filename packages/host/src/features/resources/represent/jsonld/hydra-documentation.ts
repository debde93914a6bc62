import { collectionPaths } from '../json-format.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { ApiResources } from '../../model/format.ts';
import { hydraClass, hydraOperation } from './hydra-class.ts';
import { HYDRA } from './jsonld-context.ts';

/** Returns the Hydra ApiDocumentation of an API, with an inline context. */
export function hydraDocumentation(registry: ApiResources, vocabulary: string, title: string): JsonSchema {
  const { prefix } = registry;
  const entries = [...collectionPaths(registry)].map(([name, path]) => ({
    name,
    resource: [...registry.resources.values()].find((each) => each.path === path)!,
  }));
  return {
    '@context': contextOf(vocabulary),
    '@id': `${prefix}/docs.jsonld`,
    '@type': 'hydra:ApiDocumentation',
    'hydra:title': title,
    'hydra:entrypoint': prefix === '' ? '/' : prefix,
    'hydra:supportedClass': [...byType(registry).map(hydraClass), entrypointClass(entries)],
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

// Resources with the same type are one class.
function byType({ resources }: ApiResources): ResourceModel[][] {
  return [...Map.groupBy(resources.values(), ({ type }) => type).values()];
}

function entrypointClass(entries: readonly { name: string; resource: ResourceModel }[]): JsonSchema {
  return {
    '@id': '#Entrypoint',
    '@type': 'hydra:Class',
    'hydra:title': 'The API entrypoint',
    'hydra:supportedProperty': entries.map(({ name, resource: { type, operations, collectionPaths } }) => ({
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
          .filter(({ hasItem, collectionPath }) => !hasItem && collectionPath === collectionPaths[0])
          .map(hydraOperation),
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
