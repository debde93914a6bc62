import type { JsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import type { OperationParameter } from '../operation-parameter.ts';
import { plainDialect } from '../query-dialect.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly [more: string]: unknown;
}

/** The variables in the path of an operation. */
export function pathParameters({ resource, item, place }: Operation): Parameter[] {
  const variables = place.variables.map((name) => {
    const field = place.within.find((each) => each.variable === name)?.field;
    const key = field?.link?.to.identifier.keys[0];
    const schema = key === undefined ? field?.jsonSchema : field!.link!.to.field.get(key)!.jsonSchema;
    return variable(name, `Which ${name}.`, plain(schema));
  });
  if (!item) return variables;
  const { keys } = resource.identifier;
  const schema = keys.length === 1 ? plain(resource.field.get(keys[0]!)?.jsonSchema) : TEXT;
  const pairs = keys.length === 1 ? '' : `, as ${keys.map((key) => `${key}=…`).join(';')}`;
  return [...variables, variable('id', `The identifier of the ${resource.type}${pairs}.`, schema)];
}

/** What may stand in the query. */
export function queryParameters({ method, queries, kind, resource, formats }: Operation): Parameter[] {
  if (method !== 'GET') return [];
  const parameters = [...queries.get(plainDialect)!.parameters.values()].map((each) => queryParameter(each));
  const known = new Set(parameters.map(({ name }) => name));
  // Other formats may have words of their own for the same questions.
  for (const { dialect, types } of formats)
    for (const each of dialect ? queries.get(dialect)!.parameters.values() : []) {
      if (!known.has(each.name)) parameters.push(queryParameter(each, ` For ${types[0]} alone.`));
      known.add(each.name);
    }
  const groups = kind === 'list' && [...resource.parameters.values()].some((each) => each.kind !== 'order');
  return groups ? [...parameters, ALTERNATIVES] : parameters;
}

const ALTERNATIVES: Parameter = {
  ...query('or', 'Filters of which one group has to hold: or[0][name]=x&or[1][name]=y.', { type: 'object' }),
  style: 'deepObject',
  explode: true,
};

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

function queryParameter({ name, description, schema, many, required }: OperationParameter, more = ''): Parameter {
  return {
    ...query(name, `${description}.${more}`, many ? { type: 'array', items: schema } : schema),
    ...(many ? { explode: true } : {}),
    ...(required === true ? { required } : {}),
  };
}

const TEXT: JsonSchema = { type: 'string' };

// What a field is for stands with the field.
function plain(schema: JsonSchema = TEXT): JsonSchema {
  const { description: _, ...rest } = schema;
  return rest;
}
