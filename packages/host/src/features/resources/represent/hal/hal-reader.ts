import { parseJson } from '../../../../http/json.ts';
import { isObject } from 'oriel-core/http';
import { canNameField } from '../../reach/field-access.ts';
import type { BodyReader, FormatDescription } from '../../model/format.ts';
import type { BodyRequest } from '../../model/pending-write.ts';
import { missingNullableMembers } from '../../request/body/nullable-members.ts';
import { propertiesOf } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/** Parses HAL: members, and links to other items in `_links`. */
export const halReader: BodyReader = {
  name: 'hal',
  types: ['application/hal+json', 'application/prs.hal-forms+json'],
  describe: (_, operation, body) => halBody(operation.resource, body),
  read: (text, call) => ({ kind: 'value', value: toMembers(parseJson(text as string), call) }),
};

function toMembers(sent: unknown, call: BodyRequest): unknown {
  const { fieldByName, fields } = call.operation.resource;
  if (!isObject(sent)) return sent;
  const value = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(sent)) if (!RESERVED.includes(name)) value[name] = sent[name];
  const links = isObject(sent['_links']) ? sent['_links'] : {};
  // Unknown relations are ignored, and so are those of fields that this user can neither read nor write.
  for (const { name, link } of fields)
    if (link?.as === 'iri' && Object.hasOwn(links, name) && !(name in value) && canNameField(name, call))
      value[name] = hrefs(links[name]);
  // Null links are not written, so a missing link is null.
  for (const name of missingNullableMembers(value, call)) if (fieldByName.get(name)?.link) value[name] = null;
  return value;
}

const RESERVED: readonly string[] = ['_links', '_embedded', '_templates'];

function hrefs(links: unknown): unknown {
  if (Array.isArray(links)) return links.map(hrefs);
  return isObject(links) ? links['href'] : links;
}

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
function halBody({ fieldByName }: ResourceModel, plain: JsonSchema): JsonSchema {
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
    properties: {
      _links: LINKS,
      _templates: { type: 'object' },
      _embedded: { type: 'object' },
      ...Object.fromEntries(members),
    },
    required: ['_links', ...required],
  };
}
