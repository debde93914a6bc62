import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import type { HydraTerms } from './hydra-terms.ts';

/** A JSON-LD context: what the members of a document mean. */
export type JsonldContext = Readonly<Record<string, unknown>>;

/**
 * The context of what is called by one type: every field is a term of the API's own vocabulary, links are IRIs, lists
 * keep their order, and what has no shape of its own stays JSON (JSON-LD 1.1 §4.2.2). Nothing in it lies elsewhere, so
 * it is understood without the network.
 * @param resources all that share the type, for `/countries/de/cities` and `/cities` speak of the same
 */
export function itemContext(resources: readonly ResourceModel[], vocabulary: string, hydra: HydraTerms): JsonldContext {
  const context: Record<string, unknown> = { '@vocab': vocabulary, hydra: HYDRA, ...hydra.context };
  for (const { type, fields } of resources)
    for (const field of fields)
      if (field.read !== 'never') context[field.name] ??= termOf(field, `${type}/${field.name}`);
  return context;
}

/** The context of the entrypoint: every member leads to a collection. */
export function entrypointContext(names: readonly string[], vocabulary: string): JsonldContext {
  return {
    '@vocab': vocabulary,
    hydra: HYDRA,
    ...Object.fromEntries(names.map((name) => [name, { '@id': `Entrypoint/${name}`, '@type': '@id' }])),
  };
}

/** The vocabulary of an API: its documentation. */
export function vocabularyOf(origin: string, prefix: string): string {
  return `${origin}${prefix}/docs.jsonld#`;
}

export const HYDRA = 'http://www.w3.org/ns/hydra/core#';

function termOf({ kind, link, jsonSchema }: FieldModel, id: string): unknown {
  if (link && link.as === 'iri') return { '@id': id, '@type': '@id' };
  if (kind !== 'json') return id;
  return isListOfScalars(jsonSchema) ? { '@id': id, '@container': '@list' } : { '@id': id, '@type': '@json' };
}

const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

function isListOfScalars({ type, items }: FieldModel['jsonSchema']): boolean {
  return type === 'array' && SCALARS.includes((items as { type?: unknown } | undefined)?.type);
}
