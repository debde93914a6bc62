import type { JsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import type { QueryParameter } from '../query-parameter.ts';
import type { ResourceModel } from '../resource-model.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly [more: string]: unknown;
}

/** The variables in the path of an operation. */
export function pathParameters({ resource, item }: Operation): Parameter[] {
  const variables = [...resource.path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    variable(name!, `Which ${name}`, fieldSchema(resource, resource.definition.within?.[name!])),
  );
  if (!item) return variables;
  const { keys } = resource.identifier;
  const schema =
    keys.length === 1 ? fieldSchema(resource, keys[0]) : { type: 'string', description: `${keys.join('=…;')}=…` };
  return [...variables, variable('id', `The identifier of the ${resource.type}`, schema)];
}

/** What may stand in the query. */
export function queryParameters({ kind, resource, method }: Operation): Parameter[] {
  if (method !== 'GET') return [];
  const fields = fieldsParameters(resource);
  if (kind !== 'list') return fields;
  return [...pageParameters(resource), ...[...resource.parameters.values()].map(filterParameter), ...fields];
}

/** What may stand in the head beside what HTTP says anyway. */
export function headerParameters({ kind, resource }: Operation): Parameter[] {
  const conditional = kind === 'replace' || kind === 'patch' || kind === 'delete';
  const required = resource.definition.concurrency === 'required';
  const idempotent = kind === 'create' && (resource.definition.idempotency ?? 'off') !== 'off';
  return [
    ...(conditional
      ? [{ ...header('If-Match', 'The tag of the state the change is about (RFC 9110 §13.1.1).'), required }]
      : []),
    ...(idempotent
      ? [
          {
            ...header('Idempotency-Key', 'The same key gives the same answer again.'),
            required: resource.definition.idempotency === 'require',
          },
        ]
      : []),
  ];
}

function variable(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'path', description, required: true, schema };
}

function header(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function query(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', description, schema };
}

function fieldSchema({ field }: ResourceModel, name: string | undefined): JsonSchema {
  const { description: _, ...schema } = (name === undefined ? undefined : field.get(name)?.jsonSchema) ?? {
    type: 'string',
  };
  return schema;
}

function filterParameter({ name, description, schema, many }: QueryParameter): Parameter {
  return {
    ...query(name, `${description}.`, many ? { type: 'array', items: schema } : schema),
    ...(many ? { explode: true } : {}),
  };
}

function pageParameters({ page: { by, size, max, off, count } }: ResourceModel): Parameter[] {
  if (by === 'none') return [];
  const items = query('itemsPerPage', `Items on a page, at most ${max}.`, {
    type: 'integer',
    minimum: 0,
    default: size,
  });
  const which =
    by === 'offset'
      ? query('page', 'Which page; the first is 1.', { type: 'integer', minimum: 1, default: 1 })
      : query('cursor', 'Where the page begins: from a link of another page.', { type: 'string' });
  return [
    which,
    items,
    ...(count ? [query('partial', 'Do not count all items.', { type: 'boolean', default: false })] : []),
    ...(off ? [query('pagination', 'All items at once when false.', { type: 'boolean', default: true })] : []),
  ];
}

function fieldsParameters({ fields }: ResourceModel): Parameter[] {
  const names = fields.filter(({ read }) => read !== 'nobody').map(({ name }) => name);
  const items = { type: 'string', enum: names };
  return [
    {
      ...query('fields', 'The only members to answer, also of those that are required otherwise.', {
        type: 'array',
        items,
      }),
      explode: false,
    },
    { ...query('properties[]', 'The same, one at a time.', { type: 'array', items }), explode: true },
  ];
}
