import { propertiesOf } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { FormatDescription } from '../format.ts';

/** The JSON Schemas of items and lists in HAL. Links are in `_links`, so they are not members. */
export const halDescription: FormatDescription = {
  item: (_, resource, plain) => item(resource, plain),
  list: (_, resource, plain) => ({
    type: 'object',
    properties: {
      _links: LINKS,
      _templates: { type: 'object' },
      totalItems: { type: 'integer', minimum: 0 },
      itemsPerPage: { type: 'integer', minimum: 0 },
      _embedded: {
        type: 'object',
        properties: { item: { type: 'array', items: item(resource, plain) } },
        required: ['item'],
      },
    },
    required: ['_links', '_embedded'],
  }),
};

/** Returns the JSON Schema of a request body in HAL. Links may be in `_links`; `_embedded` and `_templates` are ignored. */
export function halBody({ fieldByName }: ResourceModel, plain: JsonSchema): JsonSchema {
  const isMember = (name: string): boolean => fieldByName.get(name)?.link?.as !== 'iri';
  const required = (plain['required'] as readonly string[] | undefined)?.filter(isMember);
  const reserved = { _links: LINKS, _embedded: { type: 'object' }, _templates: { type: 'object' } };
  return { ...plain, properties: { ...propertiesOf(plain), ...reserved }, ...(required ? { required } : {}) };
}

const LINK: JsonSchema = {
  type: 'object',
  properties: { href: { type: 'string' }, templated: { type: 'boolean' } },
  required: ['href'],
};
const LINKS: JsonSchema = {
  type: 'object',
  additionalProperties: { anyOf: [LINK, { type: 'array', items: LINK }] },
};

function item({ fieldByName }: ResourceModel, plain: JsonSchema): JsonSchema {
  const isMember = (name: string): boolean => fieldByName.get(name)?.link?.as !== 'iri';
  const members = Object.entries(propertiesOf(plain)).filter(([name]) => isMember(name));
  const required = ((plain['required'] as string[] | undefined) ?? []).filter(isMember);
  return {
    type: 'object',
    properties: { _links: LINKS, _templates: { type: 'object' }, ...Object.fromEntries(members) },
    required: ['_links', ...required],
  };
}
