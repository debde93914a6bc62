import { kindOf, propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** What a document says of fields and parameters that not everybody has. */
export const RESTRICTED_NOTE = 'For those who may see it.';

/** A schema of members as they are on the wire: links are IRIs. */
export function wireSchema(described: JsonSchema, resource: ResourceModel): JsonSchema {
  const { properties: _, additionalProperties: __, ...rest } = described;
  return { ...rest, type: 'object', properties: wireProperties(described, resource) };
}

/** An item as it is answered: fields nobody sees are not there, and those that not everybody sees may be missing. */
export function itemSchema(resource: ResourceModel, described: JsonSchema): JsonSchema {
  const { required: _, ...rest } = wireSchema(described, resource);
  const readOf = (name: string): unknown => resource.field.get(name)?.read;
  const shown = Object.entries(propertiesOf(rest)).filter(([name]) => readOf(name) !== 'never');
  const required = requiredMembers(described).filter((name) => readOf(name) === 'public');
  return {
    ...rest,
    properties: Object.fromEntries(
      shown.map(([name, schema]) => [name, readOf(name) === 'public' ? schema : withRestrictedNote(schema)]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The members that must be there. */
export function requiredMembers({ required }: JsonSchema): readonly string[] {
  return (required as readonly string[] | undefined) ?? [];
}

function wireProperties(described: JsonSchema, { field }: ResourceModel): Record<string, JsonSchema> {
  const members = Object.entries(propertiesOf(described)).map(([name, schema]) => {
    const link = field.get(name)?.link;
    return [name, link?.as === 'iri' ? iriSchema(schema, link.to) : schema] as const;
  });
  return Object.fromEntries(members);
}

/** A member that not everybody has. */
export function withRestrictedNote(schema: JsonSchema): JsonSchema {
  const { description } = schema as { readonly description?: string };
  return { ...schema, description: description === undefined ? RESTRICTED_NOTE : `${description}. ${RESTRICTED_NOTE}` };
}

/** A link, several for a list of them, null where it may be null. */
function iriSchema(schema: JsonSchema, to: ResourceModel): JsonSchema {
  const { nullable } = kindOf(schema);
  const description = (schema['description'] as string | undefined) ?? `The IRI of a ${to.type}`;
  // The examples of a link are IRIs: nothing else says which items there are.
  const about = { description, ...(schema['examples'] === undefined ? {} : { examples: schema['examples'] }) };
  if (isList(schema)) return { ...about, type: nullable ? ['array', 'null'] : 'array', items: IRI };
  return { ...about, ...IRI, type: nullable ? ['string', 'null'] : 'string' };
}

const IRI: JsonSchema = { type: 'string', format: 'iri-reference' };

function isList(schema: JsonSchema): boolean {
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as readonly JsonSchema[];
  return branches.some(({ type }) => type === 'array');
}
