import type { JsonSchema } from '../../json-schema.ts';
import type { FormatDescription } from '../format.ts';
import type { HydraTerms } from './hydra-terms.ts';

/** The JSON Schema of items and lists in JSON-LD. A member that is null is left out, so none of the item's is required. */
export function jsonldDescription({ prefix }: HydraTerms): FormatDescription {
  const node: JsonSchema = {
    '@context': { anyOf: [TEXT, { type: 'object' }] },
    '@id': IRI,
    '@type': { anyOf: [TEXT, { type: 'array', items: TEXT }] },
  };
  const item = (plain: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { ...node, ...(plain['properties'] as object | undefined) },
    required: ['@id', '@type'],
  });
  return {
    item: (_, __, plain) => item(plain),
    list: (_, __, plain) => ({
      type: 'object',
      properties: {
        ...node,
        [`${prefix}totalItems`]: { type: 'integer', minimum: 0 },
        [`${prefix}member`]: { type: 'array', items: item(plain) },
        [`${prefix}view`]: viewSchema(prefix),
        [`${prefix}search`]: { type: 'object' },
      },
      required: ['@context', '@id', '@type', `${prefix}member`],
    }),
  };
}

const TEXT: JsonSchema = { type: 'string' };
const IRI: JsonSchema = { type: 'string', format: 'iri-reference' };

function viewSchema(prefix: string): JsonSchema {
  const pages = ['first', 'last', 'previous', 'next'].map((name) => [`${prefix}${name}`, IRI] as const);
  return {
    type: 'object',
    properties: { '@id': IRI, '@type': TEXT, ...Object.fromEntries(pages) },
    required: ['@id', '@type'],
  };
}
