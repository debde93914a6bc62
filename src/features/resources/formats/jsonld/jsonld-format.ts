import { memoizePerObject } from '../../model/memoize.ts';
import type { Format } from '../format.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { entrypointDocument, jsonldDocuments } from './hydra-documents.ts';
import { plainTerms, prefixedTerms } from './hydra-terms.ts';
import { jsonldReader } from './jsonld-reader.ts';
import { jsonldDescription } from './jsonld-schema.ts';
import { JsonldWriter } from './jsonld-writer.ts';

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
 * @example
 * ```ts
 * import { jsonldFormat } from 'oriel/resources';
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
    writeItem: (item, run) => writerOf(run.operation.resource).item(item, run),
    writeList: (list, run) => writerOf(run.operation.resource).list(list, run),
    reader: jsonldReader,
    entrypoint: entrypointDocument,
    documents: jsonldDocuments(terms),
    describe: jsonldDescription(terms),
  } satisfies Format);
}
