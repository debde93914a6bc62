import { memoizePerObject } from '../../model/memoize.ts';
import type { Format, ApiDocument, ApiResources } from '../../model/format.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { plainTerms, prefixedTerms } from './hydra-terms.ts';
import { jsonldReader } from './jsonld-reader.ts';
import { jsonldDescription } from './jsonld-schema.ts';
import { JsonldWriter } from './jsonld-writer.ts';
import { collectionPaths } from '../json-format.ts';
import { hydraDocumentation } from './hydra-documentation.ts';
import type { HydraTerms } from './hydra-terms.ts';
import { entrypointContext, itemContext, vocabularyOf } from './jsonld-context.ts';

/** Options of {@link jsonldFormat}. */
export interface JsonldOptions {
  /** `prefixed`: `hydra:member`. `plain`: `member`. Default `prefixed`. */
  readonly hydra?: 'prefixed' | 'plain';
  /** `linked`: documents contain the IRI of the context. `inline`: they contain the context itself. Default `linked`. */
  readonly context?: 'linked' | 'inline';
}

/**
 * Creates the format JSON-LD 1.1 with the Hydra core vocabulary. Adds the entrypoint at `<prefix>`, contexts at
 * `<prefix>/contexts/<type>`, and the Hydra documentation at `<prefix>/docs.jsonld`.
 *
 * @param options how Hydra terms and the context are written
 *
 * @example
 * ```ts
 * import { jsonldFormat } from 'oriel-host/resources';
 * const plain = jsonldFormat({ hydra: 'plain' }); // for api: { formats: ['json', plain] }
 * plain.types; // => ['application/ld+json']
 * ```
 */
export function jsonldFormat({ hydra = 'prefixed', context = 'linked' }: JsonldOptions = {}): Format {
  const terms = hydra === 'prefixed' ? prefixedTerms : plainTerms;
  const writerOf = memoizePerObject(
    (resource: ResourceModel) => new JsonldWriter(resource, terms, context === 'inline'),
  );
  return Object.freeze({
    name: 'jsonld',
    types: ['application/ld+json'],
    contentType: 'application/ld+json; charset=utf-8',
    writeItem: (item, call) => writerOf(call.operation.resource).item(item, call),
    writeList: (list, call) => writerOf(call.operation.resource).list(list, call),
    reader: jsonldReader,
    entrypoint: entrypointDocument,
    documents: jsonldDocuments(terms),
    describe: jsonldDescription(terms),
  } satisfies Format);
}

const contentType = 'application/ld+json; charset=utf-8';

/** Writes the entrypoint with links to the collections. */
function entrypointDocument(registry: ApiResources): string {
  const { prefix } = registry;
  return JSON.stringify({
    '@context': `${prefix}/contexts/Entrypoint`,
    '@id': prefix === '' ? '/' : prefix,
    '@type': 'Entrypoint',
    ...Object.fromEntries(collectionPaths(registry)),
  });
}

/** The documents of JSON-LD: contexts and the Hydra documentation. */
function jsonldDocuments(terms: HydraTerms): readonly ApiDocument[] {
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

function ofType({ resources }: ApiResources, type: string): ResourceModel[] {
  return [...resources.values()].filter((each) => each.type === type);
}
