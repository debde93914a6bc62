import { propertiesOf } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { Operation } from '../../model/operation.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { FormatDescription } from '../../model/format.ts';
import { jsonapiShapeOf } from './jsonapi-shape.ts';

/** The JSON Schemas of JSON:API 1.1 documents (§7). */
export const jsonapiDescription: FormatDescription = {
  item: (_, resource, plain) => topLevel(objectSchema(resource, plain)),
  list: (_, resource, plain) => topLevel({ type: 'array', items: objectSchema(resource, plain) }),
};

/** Returns the JSON Schema of a request body: a resource object, with an identifier if it is a change or clients can set it. */
export function jsonapiBody({ resource, kind, inputMembers }: Operation, plain: JsonSchema): JsonSchema {
  const object = objectSchema(resource, plain, plain['additionalProperties'] === false);
  const { id, ...others } = propertiesOf(object);
  const isChange = kind === 'replace' || kind === 'patch';
  const hasOwn = inputMembers === undefined || resource.identifier.keys.every((key) => inputMembers.includes(key));
  const data = {
    ...object,
    properties: kind === 'create' && !hasOwn ? others : { ...others, id },
    required: [...(kind === 'custom' ? [] : ['type']), ...(isChange ? ['id'] : [])],
  };
  return { type: 'object', properties: { data }, required: ['data'] };
}

/** The JSON Schema of error documents (§11). */
export const jsonapiErrors: JsonSchema = {
  type: 'object',
  properties: {
    jsonapi: { type: 'object' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          status: { type: 'string' },
          title: { type: 'string' },
          detail: { type: 'string' },
          code: { type: 'string' },
          source: { type: 'object' },
          links: { type: 'object' },
          meta: { type: 'object' },
        },
        required: ['status', 'title'],
      },
    },
  },
  required: ['errors'],
};

function topLevel(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      jsonapi: { type: 'object' },
      links: { type: 'object' },
      meta: { type: 'object' },
      data,
      included: { type: 'array', items: { type: 'object' } },
    },
    required: ['data'],
  };
}

function objectSchema(resource: ResourceModel, plain: JsonSchema, closed = false): JsonSchema {
  const { type, idField, member } = jsonapiShapeOf(resource);
  const members = Object.entries(propertiesOf(plain)).filter(([name]) => name !== idField);
  const isLink = (name: string): boolean => resource.fieldByName.get(name)?.link !== undefined;
  const named = (entries: readonly (readonly [string, JsonSchema])[]): JsonSchema =>
    Object.fromEntries(entries.map(([name, schema]) => [member.get(name) ?? name, schema]));
  const ends = closed ? { additionalProperties: false } : {};
  return {
    type: 'object',
    properties: {
      type: closed ? { enum: [type, resource.type] } : { const: type },
      id: { type: 'string' },
      attributes: { type: 'object', properties: named(members.filter(([name]) => !isLink(name))), ...ends },
      relationships: {
        type: 'object',
        properties: {
          ...named(members.filter(([name]) => isLink(name)).map(([name]) => [name, RELATIONSHIP])),
          ...Object.fromEntries(resource.linkedCollections.map(({ name }) => [name, RELATIONSHIP])),
        },
        ...ends,
      },
      links: { type: 'object' },
    },
    required: ['type', 'id'],
  };
}

const RELATIONSHIP: JsonSchema = {
  type: 'object',
  properties: { data: { type: ['object', 'array', 'null'], items: { type: 'object' } }, links: { type: 'object' } },
};
