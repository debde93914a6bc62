/** The structure of a JSON:API 1.1 response (§7, §8, §11) as a JSON Schema, written from the text of the standard. */

const name = {
  type: 'string',
  pattern: '^[a-zA-Z0-9\\u0080-\\uFFFF](?:[-_ a-zA-Z0-9\\u0080-\\uFFFF]*[a-zA-Z0-9\\u0080-\\uFFFF])?$',
};
const meta = { type: 'object' };
const link = {
  anyOf: [
    { type: 'string', format: 'uri-reference' },
    { type: 'null' },
    { type: 'object', required: ['href'], properties: { href: { type: 'string', format: 'uri-reference' } } },
  ],
};
const createLinks = (...names: string[]) => ({
  type: 'object',
  minProperties: 1,
  properties: Object.fromEntries(names.map((other) => [other, link])),
  additionalProperties: false,
});
const identifier = {
  type: 'object',
  required: ['type', 'id'],
  properties: { type: name, id: { type: 'string' }, meta },
  additionalProperties: false,
};
// Fields share one namespace with `type` and `id`, and with each other (§7.2.2).
const fields = (of: object) => ({
  type: 'object',
  propertyNames: { allOf: [name, { not: { enum: ['id', 'type'] } }] },
  additionalProperties: of,
});
const relationship = {
  type: 'object',
  minProperties: 1,
  properties: {
    data: { anyOf: [{ type: 'null' }, identifier, { type: 'array', items: identifier, uniqueItems: true }] },
    links: createLinks('self', 'related', 'first', 'last', 'prev', 'next'),
    meta,
  },
  additionalProperties: false,
};
const resource = {
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: name,
    id: { type: 'string' },
    attributes: fields({}),
    relationships: fields(relationship),
    links: createLinks('self', 'related'),
    meta,
  },
  additionalProperties: false,
};
const error = {
  type: 'object',
  minProperties: 1,
  properties: {
    id: { type: 'string' },
    links: createLinks('about', 'type'),
    status: { type: 'string', pattern: '^[45]\\d\\d$' },
    code: { type: 'string' },
    title: { type: 'string' },
    detail: { type: 'string' },
    source: {
      type: 'object',
      properties: {
        pointer: { type: 'string', format: 'json-pointer' },
        parameter: { type: 'string' },
        header: { type: 'string' },
      },
      additionalProperties: false,
    },
    meta,
  },
  additionalProperties: false,
};

export const jsonapiSchema = {
  type: 'object',
  anyOf: [{ required: ['data'] }, { required: ['errors'] }, { required: ['meta'] }],
  not: { required: ['data', 'errors'] },
  dependentRequired: { included: ['data'] },
  properties: {
    data: { anyOf: [{ type: 'null' }, resource, { type: 'array', items: resource, uniqueItems: true }] },
    errors: { type: 'array', items: error, minItems: 1 },
    meta,
    jsonapi: {
      type: 'object',
      properties: { version: { type: 'string' }, ext: {}, profile: {}, meta },
      additionalProperties: false,
    },
    links: createLinks('self', 'related', 'describedby', 'first', 'last', 'prev', 'next'),
    included: { type: 'array', items: resource, uniqueItems: true },
  },
  additionalProperties: false,
};
