import { kindOf, propertiesOf } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { ResourceModel } from '../resource-model.ts';

/** A schema of items as they are on the wire: links are IRIs, fields nobody sees are not there. */
export function wireSchema(described: JsonSchema, { field }: ResourceModel, shown?: readonly string[]): JsonSchema {
  const members = Object.entries(propertiesOf(described)).filter(([name]) => shown?.includes(name) ?? true);
  const properties = members.map(([name, schema]) => {
    const link = field.get(name)?.link;
    return [name, link?.as === 'iri' ? iriSchema(schema, link.to) : schema] as const;
  });
  const required = ((described['required'] as string[] | undefined) ?? []).filter(
    (name) => shown?.includes(name) ?? true,
  );
  const { properties: _, required: __, additionalProperties: ___, ...rest } = described;
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A link, several for a list of them, null where it may be null. */
function iriSchema(schema: JsonSchema, to: ResourceModel): JsonSchema {
  const { nullable } = kindOf(schema);
  const description = (schema['description'] as string | undefined) ?? `The IRI of a ${to.type}`;
  if (isList(schema)) return { description, type: nullable ? ['array', 'null'] : 'array', items: IRI };
  return { description, ...IRI, type: nullable ? ['string', 'null'] : 'string' };
}

const IRI: JsonSchema = { type: 'string', format: 'iri-reference' };

function isList(schema: JsonSchema): boolean {
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as readonly JsonSchema[];
  return branches.some(({ type }) => type === 'array');
}
