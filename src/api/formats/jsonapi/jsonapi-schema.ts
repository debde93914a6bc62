import { propertiesOf } from '../../json-schema.ts';
import type { JsonSchema } from '../../json-schema.ts';
import type { ResourceModel } from '../../resource-model.ts';
import type { FormatDescription } from '../format.ts';
import { jsonapiShapeOf } from './jsonapi-shape.ts';

/** The JSON Schema of documents of JSON:API 1.1 (§7). */
export const jsonapiDescription: FormatDescription = {
  item: (_, resource, plain) => topLevel(objectSchema(resource, plain)),
  list: (_, resource, plain) => topLevel({ type: 'array', items: objectSchema(resource, plain) }),
};

/** What is sent: a resource object whose members may be chosen by the client. */
export function jsonapiBody(resource: ResourceModel, plain: JsonSchema): JsonSchema {
  const { required: _, ...object } = objectSchema(resource, plain);
  return { type: 'object', properties: { data: { ...object, required: ['type'] } }, required: ['data'] };
}

/** Errors (§11). */
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

function objectSchema(resource: ResourceModel, plain: JsonSchema): JsonSchema {
  const { type, idField, member } = jsonapiShapeOf(resource);
  const members = Object.entries(propertiesOf(plain)).filter(([name]) => name !== idField);
  const isLink = (name: string): boolean => resource.field.get(name)?.link !== undefined;
  const named = (entries: readonly (readonly [string, JsonSchema])[]): JsonSchema =>
    Object.fromEntries(entries.map(([name, schema]) => [member.get(name) ?? name, schema]));
  return {
    type: 'object',
    properties: {
      type: { const: type },
      id: { type: 'string' },
      attributes: { type: 'object', properties: named(members.filter(([name]) => !isLink(name))) },
      relationships: {
        type: 'object',
        properties: named(members.filter(([name]) => isLink(name)).map(([name]) => [name, RELATIONSHIP])),
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
