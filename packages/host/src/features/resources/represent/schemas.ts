import type { FormatDescription } from '../model/format.ts';
import { getProperties } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { memberName, writesAsId } from './jsonapi/member-names.ts';
import { acceptsIdentifier, isIriLink, requiredNullableMembers } from './members.ts';

/** The JSON Schemas of items, lists and bodies in JSON-LD, HAL and JSON:API, made from those of plain JSON. */

const TEXT: JsonSchema = { type: 'string' };
const IRI: JsonSchema = { type: 'string', format: 'iri-reference' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const OBJECT: JsonSchema = { type: 'object' };

function object(properties: JsonSchema, required?: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required && { required }) };
}

function array(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

function getRequired({ required }: JsonSchema): readonly string[] | undefined {
  return required as readonly string[] | undefined;
}

// A body whose members may be elsewhere in the document, so that fewer of them are required.
function describeBody(plain: JsonSchema, properties: JsonSchema, isRequired: (name: string) => boolean): JsonSchema {
  const required = getRequired(plain)?.filter(isRequired);
  return { ...plain, properties, ...(required && { required }) };
}

const NODE: JsonSchema = {
  '@context': { anyOf: [TEXT, OBJECT, array({})] },
  '@id': IRI,
  '@type': { anyOf: [TEXT, array(TEXT)] },
};
const REFERENCE: JsonSchema = { ...object({ '@id': IRI }, ['@id']), additionalProperties: false };

/** Describes JSON-LD. Null members are omitted, so no field is required. @param prefix the prefix of Hydra terms */
export function describeJsonld(prefix: string): FormatDescription {
  const item = (plain: JsonSchema): JsonSchema => object({ ...NODE, ...getProperties(plain) }, ['@id', '@type']);
  const pages = Object.fromEntries(['first', 'last', 'previous', 'next'].map((name) => [`${prefix}${name}`, IRI]));
  return {
    item: (_, __, plain) => item(plain),
    list: (_, __, plain) => {
      const list = {
        [`${prefix}totalItems`]: COUNT,
        [`${prefix}member`]: array(item(plain)),
        [`${prefix}view`]: object({ '@id': IRI, '@type': TEXT, ...pages }, ['@id', '@type']),
        [`${prefix}search`]: OBJECT,
      };
      return object({ ...NODE, ...list }, ['@context', '@id', '@type', `${prefix}member`]);
    },
  };
}

/** Returns the schema of a body in JSON-LD. A link may be a node with only `@id`, and null members may be omitted. */
export function describeJsonldBody(operation: Operation, plain: JsonSchema): JsonSchema {
  const nulls = requiredNullableMembers(operation);
  const members = Object.entries(getProperties(plain)).map(([name, schema]) => {
    const isLink = isIriLink(operation.resource, name);
    return [name, isLink ? { anyOf: [schema, REFERENCE, array(REFERENCE)] } : schema];
  });
  return describeBody(plain, { ...NODE, ...Object.fromEntries(members) }, (name) => !nulls.includes(name));
}

const LINK = object({ href: TEXT, templated: { type: 'boolean' } }, ['href']);
const LINKS: JsonSchema = { type: 'object', additionalProperties: { anyOf: [LINK, array(LINK)] } };

/** The members of HAL that are not fields. */
export const HAL_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  _links: LINKS,
  _templates: OBJECT,
  _embedded: OBJECT,
};

/** Describes HAL, in which links are in `_links`, so they are not members. */
export const HAL_DESCRIPTION: FormatDescription = {
  item: (_, resource, plain) => describeHalItem(resource, plain),
  list: (_, resource, plain) => {
    const embedded = object({ item: array(describeHalItem(resource, plain)) }, ['item']);
    const counts = { totalItems: COUNT, itemsPerPage: COUNT };
    return object({ _links: LINKS, _templates: OBJECT, ...counts, _embedded: embedded }, ['_links', '_embedded']);
  },
};

function describeHalItem(resource: ResourceModel, plain: JsonSchema): JsonSchema {
  const isMember = (name: string): boolean => !isIriLink(resource, name);
  const members = Object.entries(getProperties(plain)).filter(([name]) => isMember(name));
  const required = ['_links', ...(getRequired(plain) ?? []).filter(isMember)];
  return object({ ...HAL_MEMBERS, ...Object.fromEntries(members) }, required);
}

/** Returns the schema of a body in HAL. Links may be in `_links`; `_embedded` and `_templates` are ignored. */
export function describeHalBody({ resource }: Operation, plain: JsonSchema): JsonSchema {
  return describeBody(plain, { ...getProperties(plain), ...HAL_MEMBERS }, (name) => !isIriLink(resource, name));
}

/** Describes JSON:API 1.1 documents (§7). */
export const JSONAPI_DESCRIPTION: FormatDescription = {
  item: (_, resource, plain) => describeTopLevel(describeResourceObject(resource, plain)),
  list: (_, resource, plain) => describeTopLevel(array(describeResourceObject(resource, plain))),
};

function describeTopLevel(data: JsonSchema): JsonSchema {
  return object({ jsonapi: OBJECT, links: OBJECT, meta: OBJECT, data, included: array(OBJECT) }, ['data']);
}

const RELATIONSHIP = object({ data: { type: ['object', 'array', 'null'], items: OBJECT }, links: OBJECT });

function describeResourceObject(resource: ResourceModel, plain: JsonSchema, isClosed = false): JsonSchema {
  const attributes: Record<string, JsonSchema> = {};
  const relationships: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(getProperties(plain))) {
    if (writesAsId(resource, name)) continue;
    const isLink = resource.fieldByName.get(name)?.link !== undefined;
    (isLink ? relationships : attributes)[memberName(resource, name)] = isLink ? RELATIONSHIP : schema;
  }
  for (const { name } of resource.linkedCollections) relationships[name] = RELATIONSHIP;
  const closing = isClosed ? { additionalProperties: false } : {};
  const properties = {
    type: isClosed ? { enum: [resource.name, resource.type] } : { const: resource.name },
    id: TEXT,
    attributes: { ...object(attributes), ...closing },
    relationships: { ...object(relationships), ...closing },
    links: OBJECT,
  };
  return object(properties, ['type', 'id']);
}

/** Returns the schema of a JSON:API body, with an identifier if it is a change or clients can set it. */
export function describeJsonapiBody(operation: Operation, plain: JsonSchema): JsonSchema {
  const { resource, kind } = operation;
  const { id, ...others } = getProperties(
    describeResourceObject(resource, plain, plain['additionalProperties'] === false),
  );
  const isChange = kind === 'replace' || kind === 'patch';
  const properties = kind === 'create' && !acceptsIdentifier(operation) ? others : { ...others, id };
  const required = [...(kind === 'custom' ? [] : ['type']), ...(isChange ? ['id'] : [])];
  return object({ data: object(properties, required) }, ['data']);
}
