import { memoizePerObject } from '../../model/memoize.ts';
import type { Format } from '../format.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { entrypointDocument, jsonldDocuments } from './hydra-documents.ts';
import { plainTerms, prefixedTerms } from './hydra-terms.ts';
import { jsonldReader } from './jsonld-reader.ts';
import { jsonldDescription } from './jsonld-schema.ts';
import { JsonldWriter } from './jsonld-writer.ts';

export interface JsonldOptions {
  /** `hydra:member` or `member`. Default `prefixed`. */
  readonly hydra?: 'prefixed' | 'plain';
  /** `linked` names the context by its IRI, `inline` writes it into every document. Default `linked`. */
  readonly context?: 'linked' | 'inline';
}

/**
 * JSON-LD 1.1 with the Hydra core vocabulary: items and lists with their context, the entrypoint at `<prefix>`, contexts
 * at `<prefix>/contexts/<type>`, and the documentation that generic clients read at `<prefix>/docs.jsonld`.
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
