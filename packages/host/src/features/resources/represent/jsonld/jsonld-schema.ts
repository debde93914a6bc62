import { propertiesOf } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { Operation } from '../../model/operation.ts';
import { requiredNullableMembers } from '../../request/body/nullable-members.ts';
import type { FormatDescription } from '../../model/format.ts';
import type { HydraTerms } from './hydra-terms.ts';

/** Returns the JSON Schemas of items and lists in JSON-LD. Null members are omitted, so no field is required. */
export function jsonldDescription({ prefix }: HydraTerms): FormatDescription {
  const item = (plain: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { ...NODE, ...(plain['properties'] as object | undefined) },
    required: ['@id', '@type'],
  });
  return {
    item: (_, __, plain) => item(plain),
    list: (_, __, plain) => ({
      type: 'object',
      properties: {
        ...NODE,
        [`${prefix}totalItems`]: { type: 'integer', minimum: 0 },
        [`${prefix}member`]: { type: 'array', items: item(plain) },
        [`${prefix}view`]: viewSchema(prefix),
        [`${prefix}search`]: { type: 'object' },
      },
      required: ['@context', '@id', '@type', `${prefix}member`],
    }),
  };
}

/** Returns the JSON Schema of a request body. A link may be a node with only `@id`, and null members may be omitted. */
export function jsonldBody(operation: Operation, plain: JsonSchema): JsonSchema {
  const { fieldByName } = operation.resource;
  const nulls = requiredNullableMembers(operation);
  const members = Object.entries(propertiesOf(plain)).map(([name, schema]) => [
    name,
    fieldByName.get(name)?.link?.as === 'iri'
      ? { anyOf: [schema, REFERENCE, { type: 'array', items: REFERENCE }] }
      : schema,
  ]);
  const required = (plain['required'] as readonly string[] | undefined)?.filter((name) => !nulls.includes(name));
  return { ...plain, properties: { ...NODE, ...Object.fromEntries(members) }, ...(required ? { required } : {}) };
}

const TEXT: JsonSchema = { type: 'string' };
const IRI: JsonSchema = { type: 'string', format: 'iri-reference' };
const NODE: JsonSchema = {
  '@context': { anyOf: [TEXT, { type: 'object' }, { type: 'array', items: {} }] },
  '@id': IRI,
  '@type': { anyOf: [TEXT, { type: 'array', items: TEXT }] },
};
const REFERENCE: JsonSchema = {
  type: 'object',
  properties: { '@id': IRI },
  required: ['@id'],
  additionalProperties: false,
};

function viewSchema(prefix: string): JsonSchema {
  const pages = ['first', 'last', 'previous', 'next'].map((name) => [`${prefix}${name}`, IRI] as const);
  return {
    type: 'object',
    properties: { '@id': IRI, '@type': TEXT, ...Object.fromEntries(pages) },
    required: ['@id', '@type'],
  };
}
