import { collectionPaths } from '../../responses/api-document.ts';
import type { ApiDocument } from '../../responses/api-document.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { ResourceRegistry } from '../../building/resource-registry.ts';
import { hydraDocumentation } from './hydra-documentation.ts';
import type { HydraTerms } from './hydra-terms.ts';
import { entrypointContext, itemContext, vocabularyOf } from './jsonld-context.ts';

const contentType = 'application/ld+json; charset=utf-8';

/** Writes the entrypoint with links to the collections. */
export function entrypointDocument(registry: ResourceRegistry): string {
  const { prefix } = registry;
  return JSON.stringify({
    '@context': `${prefix}/contexts/Entrypoint`,
    '@id': prefix === '' ? '/' : prefix,
    '@type': 'Entrypoint',
    ...Object.fromEntries(collectionPaths(registry)),
  });
}

/** The documents of JSON-LD: contexts and the Hydra documentation. */
export function jsonldDocuments(terms: HydraTerms): readonly ApiDocument[] {
  return [
    {
      name: 'api.context',
      path: '/contexts/{type}.{_format}',
      requirements: { _format: 'jsonld', type: '[^/.]+' },
      contentType,
      write(registry, { origin, variables: { type } }) {
        const vocabulary = vocabularyOf(origin, registry.prefix);
        if (type === 'Entrypoint')
          return JSON.stringify({ '@context': entrypointContext([...collectionPaths(registry).keys()], vocabulary) });
        const resources = ofType(registry, type!);
        if (resources.length === 0) return undefined;
        return JSON.stringify({ '@context': itemContext(resources, vocabulary, terms) });
      },
    },
    {
      name: 'api.documentation',
      path: '/docs.jsonld',
      contentType,
      write: (registry, { origin, title }) =>
        JSON.stringify(hydraDocumentation(registry, vocabularyOf(origin, registry.prefix), title)),
    },
  ];
}

function ofType({ resources }: ResourceRegistry, type: string): ResourceModel[] {
  return [...resources.values()].filter((each) => each.type === type);
}
