import type { JsonSchema } from '../model/json-schema.ts';
import { GROUP_KINDS } from '../model/filter-parameter.ts';
import type { GroupKind, OperationParameter } from '../model/filter-parameter.ts';
import type { Operation } from '../model/operation.ts';
import { plainDialect } from '../model/query-dialect.ts';
import type { QueryDialect } from '../model/query-dialect.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { Parameter } from './parameters.ts';
import { RESTRICTED_NOTE } from './wire-schema.ts';

/** Returns the query parameters of an operation, in all dialects. A lenient host ignores unknown parameters. */
export function queryParameters({ queries, kind, resource, formats }: Operation, lenient = false): Parameter[] {
  const plain = queries.get(plainDialect)!.parameters;
  const otherFormats = formats.filter(({ dialect }) => dialect !== undefined && dialect !== plainDialect);
  const parameters = [...plain.values()].map((parameter) => {
    const unsupported = otherFormats.filter(({ dialect }) => !queries.get(dialect!)!.parameters.has(parameter.name));
    return queryParameter(
      parameter,
      unsupported.length > 0 ? ` Not supported with ${unsupported.map(({ types }) => types[0]).join(', ')}.` : '',
    );
  });
  const known = new Set(parameters.map(({ name }) => name));
  // Other dialects may have other names for the same parameters.
  for (const { dialect } of formats)
    for (const parameter of dialect ? queries.get(dialect)!.parameters.values() : []) {
      const types = formats.filter((format) => format.dialect === dialect).map((format) => format.types[0]);
      if (!known.has(parameter.name)) parameters.push(queryParameter(parameter, ` Only with ${types.join(', ')}.`));
      known.add(parameter.name);
    }
  const groups = kind === 'list' && [...resource.filterParameters.values()].some(({ kind: type }) => type !== 'order');
  const { acceptsUnknown } = queries.get(plainDialect)!;
  const wraps = new Set([undefined, ...formats.flatMap(({ dialect }) => dialect?.filter ?? [])]);
  return [
    ...parameters,
    ...(groups
      ? [...wraps].flatMap((wrap) => GROUP_KINDS.map((kind) => groupParameter(kind, resource, wrap, lenient)))
      : []),
    ...(acceptsUnknown || lenient ? [unlistedParameters(acceptsUnknown, known)] : []),
  ];
}

/** Returns the query parameters of an operation in one dialect, with one parameter for each kind of group of filters. */
export function dialectParameters({ queries, kind, resource }: Operation, dialect: QueryDialect): Parameter[] {
  const { parameters } = queries.get(dialect)!;
  const groups = kind === 'list' && [...resource.filterParameters.values()].some(({ kind: type }) => type !== 'order');
  const getGroupName = (kind: GroupKind): string =>
    dialect.filter === undefined ? kind : `${dialect.filter}[${kind}]`;
  return [
    ...[...parameters.values()].map((parameter) => queryParameter(parameter)),
    ...(groups
      ? GROUP_KINDS.map((kind) => query(getGroupName(kind), `${GROUPS[kind]}.`, { type: 'array', items: GROUP }))
      : []),
  ];
}

const GROUPS: Readonly<Record<GroupKind, string>> = {
  or: 'Alternative groups of filters, at least one of which must match',
  not: 'Groups of filters, none of which may match',
};

const GROUP: JsonSchema = { type: 'object' };

// For operations whose query schema accepts unknown names, and hosts that ignore unknown parameters.
function unlistedParameters(open: boolean, known: ReadonlySet<string>): Parameter {
  const about = open ? 'Other parameters.' : 'Other parameters, which are ignored.';
  return {
    ...query(known.has('others') ? 'any others' : 'others', about, { type: 'object', additionalProperties: true }),
    style: 'form',
    explode: true,
    examples: NO_EXAMPLES,
  };
}

// `or[0][price][gt]=5` in the plain dialect, `filter[or][0][price][gt]=5` in one that wraps its filters.
function groupParameter(
  kind: GroupKind,
  { filterParameters }: ResourceModel,
  wrap: string | undefined,
  lenient: boolean,
): Parameter {
  const name = wrap === undefined ? kind : `${wrap}[${kind}]`;
  const filters = [...filterParameters.values()]
    .filter(({ kind }) => kind !== 'order')
    .map(({ filter, fieldRules }) => [filter, fieldRules.length > 0 ? { description: RESTRICTED_NOTE } : {}]);
  const properties = Object.fromEntries(filters) as JsonSchema;
  const group: JsonSchema = lenient ? { properties } : { type: 'object', properties, additionalProperties: false };
  return {
    ...query(name, `${GROUPS[kind]}: ${name}[0][name]=x&${name}[1][name]=y.`, {
      type: 'object',
      additionalProperties: group,
      ...(lenient ? {} : { propertyNames: { pattern: '^[0-9]{1,2}$' } }),
    }),
    style: 'deepObject',
    explode: true,
    examples: NO_EXAMPLES,
  };
}

function query(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', description, schema };
}

function queryParameter(
  { name, description, schema, many, required, fieldRules }: OperationParameter,
  more = '',
): Parameter {
  const note = fieldRules.length > 0 ? ` ${RESTRICTED_NOTE}` : '';
  return {
    ...query(name, `${description}.${more}${note}`, many ? { type: 'array', items: schema } : schema),
    ...(required === true ? { required } : {}),
  };
}

// Without this member, Swagger UI fills in a value that it generates from the schema, and sends it with every request.
const NO_EXAMPLES = Object.freeze({});
