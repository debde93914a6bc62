import { withArticle } from '../model/article.ts';
import { getKind, getProperties } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** The note on fields and parameters that some users do not have. */
export const RESTRICTED_NOTE = 'Only for users who may read it.';

/** Returns the schema of the members in requests and responses, where links are IRIs. */
export function wireSchema(described: JsonSchema, resource: ResourceModel): JsonSchema {
  const { properties: _, additionalProperties: __, ...rest } = described;
  return { ...rest, type: 'object', properties: wireProperties(described, resource) };
}

/** Returns the schema of an item in responses, without unreadable fields; fields that some users cannot read are optional. */
export function itemSchema(resource: ResourceModel, described: JsonSchema): JsonSchema {
  const { required: _, ...rest } = wireSchema(described, resource);
  const getRead = (name: string): unknown => resource.fieldByName.get(name)?.read;
  const shown = Object.entries(getProperties(rest)).filter(([name]) => getRead(name) !== 'never');
  const required = requiredMembers(described).filter((name) => getRead(name) === 'public');
  const isComputed = (name: string): boolean => resource.computedFields.some((field) => field.name === name);
  const describeMember = (schema: JsonSchema, name: string): JsonSchema => ({
    ...(getRead(name) === 'public' ? schema : withRestrictedNote(schema)),
    ...(isComputed(name) ? { readOnly: true } : {}),
  });
  return {
    ...rest,
    properties: Object.fromEntries(shown.map(([name, schema]) => [name, describeMember(schema, name)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Returns the names of the required members. */
export function requiredMembers({ required }: JsonSchema): readonly string[] {
  return (required as readonly string[] | undefined) ?? [];
}

function wireProperties(described: JsonSchema, { fieldByName }: ResourceModel): Record<string, JsonSchema> {
  const members = Object.entries(getProperties(described)).map(([name, schema]) => {
    const { link, jsonSchema } = fieldByName.get(name) ?? {};
    if (link?.as !== 'iri') return [name, schema] as const;
    return [name, iriSchema('$ref' in schema ? jsonSchema! : schema, link.to)] as const;
  });
  return Object.fromEntries(members);
}

/** Adds the note that some users do not have this member. */
export function withRestrictedNote(schema: JsonSchema): JsonSchema {
  const { description } = schema as { readonly description?: string };
  return { ...schema, description: description === undefined ? RESTRICTED_NOTE : `${description}. ${RESTRICTED_NOTE}` };
}

/** Returns the schema of a link: a string or a list of strings, nullable when the field is. */
function iriSchema(schema: JsonSchema, to: ResourceModel): JsonSchema {
  const { nullable } = getKind(schema);
  const description = (schema['description'] as string | undefined) ?? `The IRI of ${withArticle(to.type)}`;
  // Examples of links are kept, because they are IRIs of existing items.
  const about = { description, ...(schema['examples'] === undefined ? {} : { examples: schema['examples'] }) };
  if (isList(schema)) return { ...about, type: nullable ? ['array', 'null'] : 'array', items: IRI };
  return { ...about, ...IRI, type: nullable ? ['string', 'null'] : 'string' };
}

const IRI: JsonSchema = { type: 'string', format: 'iri-reference' };

function isList(schema: JsonSchema): boolean {
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as readonly JsonSchema[];
  return branches.some(({ type }) => type === 'array');
}
