import type { JsonSchema } from '../model/json-schema.ts';
import type { OperationParameter } from '../querying/operation-parameter.ts';
import type { Operation } from '../model/operation.ts';
import { plainDialect } from '../querying/query-dialect.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { Parameter } from './parameters.ts';
import { RESTRICTED_NOTE } from './wire-schema.ts';

/**
 * What may stand in the query.
 * @param lenient are further ones let pass?
 */
export function queryParameters({ queries, kind, resource, formats }: Operation, lenient = false): Parameter[] {
  const plain = queries.get(plainDialect)!.parameters;
  const elsewhere = formats.filter(({ dialect }) => dialect !== undefined && dialect !== plainDialect);
  const parameters = [...plain.values()].map((each) => {
    const strangers = elsewhere.filter(({ dialect }) => !queries.get(dialect!)!.parameters.has(each.name));
    return queryParameter(
      each,
      strangers.length > 0 ? ` Not for ${strangers.map(({ types }) => types[0]).join(', ')}.` : '',
    );
  });
  const known = new Set(parameters.map(({ name }) => name));
  // Other formats may have words of their own for the same questions.
  for (const { dialect, types } of formats)
    for (const each of dialect ? queries.get(dialect)!.parameters.values() : []) {
      if (!known.has(each.name)) parameters.push(queryParameter(each, ` For ${types[0]} alone.`));
      known.add(each.name);
    }
  const groups = kind === 'list' && [...resource.parameters.values()].some((each) => each.kind !== 'order');
  const { subject, open } = queries.get(plainDialect)!;
  const wraps = new Set([undefined, ...formats.flatMap(({ dialect }) => dialect?.filter ?? [])]);
  return [
    ...parameters,
    ...(groups ? [...wraps].map((wrap) => alternatives(resource, wrap, lenient)) : []),
    ...[...subject.foreign].filter((name) => !known.has(name)).map((name) => query(name, 'Read on any request.', TEXT)),
    ...(open || lenient ? [others(open, known)] : []),
  ];
}

// An operation whose own schema takes names that it does not tell, or a host that refuses none.
function others(open: boolean, known: ReadonlySet<string>): Parameter {
  const about = open ? 'Any further ones.' : 'Any further ones; they change nothing.';
  return {
    ...query(known.has('others') ? 'any others' : 'others', about, { type: 'object', additionalProperties: true }),
    style: 'form',
    explode: true,
    example: NOT_SENT,
  };
}

// `or[0][price][gt]=5` in the plain dialect, `filter[or][0][price][gt]=5` in one that wraps its filters.
function alternatives({ parameters }: ResourceModel, wrap: string | undefined, lenient: boolean): Parameter {
  const name = wrap === undefined ? 'or' : `${wrap}[or]`;
  const filters = [...parameters.values()]
    .filter(({ kind }) => kind !== 'order')
    .map(({ filter, guards }) => [filter, guards.length > 0 ? { description: RESTRICTED_NOTE } : {}]);
  const properties = Object.fromEntries(filters) as JsonSchema;
  const group: JsonSchema = lenient ? { properties } : { type: 'object', properties, additionalProperties: false };
  return {
    ...query(name, `Filters of which one group has to hold: ${name}[0][name]=x&${name}[1][name]=y.`, {
      ...{ type: 'object', additionalProperties: group },
      ...(lenient ? {} : { propertyNames: { pattern: '^[0-9]{1,2}$' } }),
    }),
    style: 'deepObject',
    explode: true,
    example: NOT_SENT,
  };
}

function query(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', description, schema };
}

function queryParameter(
  { name, description, schema, many, required, guards }: OperationParameter,
  more = '',
): Parameter {
  const forSome = guards.length > 0 ? ` ${RESTRICTED_NOTE}` : '';
  return {
    ...query(name, `${description}.${more}${forSome}`, many ? { type: 'array', items: schema } : schema),
    ...(many ? { explode: true } : {}),
    ...(required === true ? { required } : {}),
  };
}

// Without an example Swagger UI makes one up from the schema and sends it with every request.
const NOT_SENT = Object.freeze({});

const TEXT: JsonSchema = { type: 'string' };
