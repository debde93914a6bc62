import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import type { HydraTerms } from './hydra-terms.ts';

/** A JSON-LD context. */
export type JsonldContext = Readonly<Record<string, unknown>>;

/**
 * Returns the context of a type: fields are terms of the vocabulary of the API, links are IRIs, lists are ordered, and objects are
 * JSON literals (JSON-LD 1.1 §4.2.2). It has no references to other contexts.
 * @param resources all resources with the type, such as `/countries/de/cities` and `/cities`
 */
export function itemContext(resources: readonly ResourceModel[], vocabulary: string, hydra: HydraTerms): JsonldContext {
  const context: Record<string, unknown> = { '@vocab': vocabulary, hydra: HYDRA, ...hydra.context };
  for (const { type, fields } of resources)
    for (const field of fields)
      if (field.read !== 'never') context[field.name] ??= termOf(field, `${type}/${field.name}`);
  return context;
}

/** Returns the context of the entrypoint, whose members are links to collections. */
export function entrypointContext(names: readonly string[], vocabulary: string): JsonldContext {
  return {
    '@vocab': vocabulary,
    hydra: HYDRA,
    ...Object.fromEntries(names.map((name) => [name, { '@id': `Entrypoint/${name}`, '@type': '@id' }])),
  };
}

/** Returns the IRI of the vocabulary of an API, which its documentation defines. */
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
