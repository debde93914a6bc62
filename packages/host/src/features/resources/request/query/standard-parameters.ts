import type { QueryParameter, QueryBuilder, QuerySubject } from './query-builder.ts';
import { ParameterValueError, describeUnknown, parseBoolean } from '../../model/parameter-value.ts';
import type { QueryDialect } from '../../model/query-dialect.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { readableFieldNames } from '../../reach/field-access.ts';
import { message } from 'oriel-core/messages';
import type { FilterParameter } from '../../model/filter-parameter.ts';
import { sortParameter } from './order-parameter.ts';

/**
 * Returns all parameters of an operation in one dialect, by name: filters, declared parameters, pages and fields.
 *
 * @param declared the parameters that the schema of the operation declares
 */
export function operationParameters(
  { resource, kind }: QuerySubject,
  dialect: QueryDialect,
  declared: readonly QueryParameter[],
): ReadonlyMap<string, QueryParameter> {
  const isList = kind === 'list';
  const filters = isList ? [...resource.filterParameters.values()] : [];
  const sorts = dialect.order === 'sort' ? filters.filter((filter) => filter.kind === 'order') : [];
  const parameters = [
    ...filters.filter((filter) => !sorts.includes(filter)).map((filter) => filterParameter(filter, dialect)),
    sorts.length > 0 && sortParameter(sorts),
    ...declared,
    ...(isList ? pageParameters(resource, dialect) : []),
    ...dialect.formatParameters.map((name) => formatParameter(name, dialect)),
    ...fieldParameters(resource, dialect),
    ...(dialect.fields === 'typed' ? linkedFieldParameters(resource) : []),
  ];
  return new Map(parameters.filter((other) => other !== false).map((other) => [other.name, other]));
}

function filterParameter(parameter: FilterParameter, { filter }: QueryDialect): QueryParameter {
  const { name } = parameter;
  return {
    ...parameter,
    name: filter === undefined ? name : name.replace(/^([^[]+)(.*)$/s, `${filter}[$1]$2`),
    meaning: `filter ${name}`,
    sortedAs: parameter.kind === 'order' ? `${parameter.filter}[` : undefined,
    apply: (values, builder) => builder.addFilter(parameter, values),
  };
}

// The parameters for the pages of a list: number or cursor, size and count.
function pageParameters({ page: { by, off, max } }: ResourceModel, dialect: QueryDialect): (QueryParameter | false)[] {
  const hasPages = by !== 'none' || off;
  return [
    by === 'offset' &&
      parameter('page', dialect.page, PAGE, 'The number of the page', ([text], builder) => {
        builder.page = parseCount(text!, 1, MAX_PAGE);
      }),
    by === 'cursor' &&
      parameter('cursor', dialect.cursor, TEXT, 'Where the page begins, from a link', ([text], builder) => {
        builder.cursor = text;
      }),
    hasPages &&
      parameter('size', dialect.size, COUNT, `Items on a page, ${max} at most`, ([text], builder) => {
        builder.size = Math.min(parseCount(text!, 0), max);
      }),
    hasPages &&
      parameter('partial', dialect.partial, BOOLEAN, 'Leaves the count of all items out', ([text], builder) => {
        builder.count &&= !parseBoolean(text!);
      }),
    hasPages &&
      parameter(
        'pagination',
        dialect.pagination,
        off ? BOOLEAN : ALWAYS,
        'Whether the list comes in pages',
        ([text], builder) => {
          const wanted = parseBoolean(text!);
          if (!wanted && by !== 'none' && !off) throw new ParameterValueError(message('parameter.cannot-be-disabled'));
          builder.isPaged = wanted && by !== 'none';
        },
      ),
  ];
}

function formatParameter(name: string, dialect: QueryDialect): QueryParameter | false {
  const isTyped = dialect.fields === 'typed';
  const about = isTyped ? `Read by ${dialect.name}` : 'Links whose items are embedded, such as a,b(name),c.d';
  return parameter(name, name, TEXT, about, ([text], builder) => {
    builder.formatParameters[name] = text!;
  });
}

// The parameters that select the fields of a response.
function fieldParameters(resource: ResourceModel, dialect: QueryDialect): (QueryParameter | false)[] {
  const { views } = resource;
  const known = [...views.keys()];
  const view =
    known.length > 0 &&
    parameter('view', dialect.view, { type: 'string', enum: known }, 'A selection of fields', ([text], builder) => {
      builder.view = views.get(text!);
      if (builder.view === undefined) throw new ParameterValueError(describeUnknown('view', text!, known));
    });
  if (dialect.fields === 'plain')
    return [
      view,
      parameter('fields', 'fields', TEXT, 'Only these fields, with commas between them', (values, builder) =>
        selectFields(
          values.flatMap((names) => names.split(',')),
          builder,
        ),
      ),
      parameter('properties', 'properties[]', TEXT, 'Only this field', selectFields, true),
    ];
  return [view, ...typedFieldParameters(resource, 'fields', selectFields)];
}

// The parameters that select fields of linked resources, for formats that include them: `fields[Author]=name`.
function linkedFieldParameters({ name: resourceName, fields }: ResourceModel): (QueryParameter | false)[] {
  const linked = new Set(fields.flatMap(({ link }) => (link && link.to.name !== resourceName ? [link.to] : [])));
  return [...linked].flatMap((to) =>
    typedFieldParameters(to, 'fields of', (wanted, builder) => {
      const known = readableFieldNames(to, builder.call);
      assertFields(wanted, known, to, builder);
      const chosen = known.filter((text) => wanted.includes(text));
      for (const value of [to.type, to.name]) builder.fieldsByType.set(value, chosen);
    }),
  );
}

function typedFieldParameters(
  { name, type }: ResourceModel,
  meaning: string,
  select: (wanted: readonly string[], builder: QueryBuilder) => void,
): (QueryParameter | false)[] {
  return [...new Set([name, type])].map((value) =>
    parameter(meaning, `fields[${value}]`, TEXT, `Only these fields of a ${type}`, ([text], builder) =>
      select(text === '' ? [] : text!.split(','), builder),
    ),
  );
}

const TEXT = { type: 'string' } as const;
const BOOLEAN = { type: 'boolean' } as const;
const ALWAYS = { type: 'boolean', enum: [true] } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
// The position of the first item of a page is then a safe integer.
const MAX_PAGE = 999_999_999;
const PAGE = { type: 'integer', minimum: 1, maximum: MAX_PAGE } as const;

// A dialect without a name for a parameter does not have it.
function parameter(
  meaning: string,
  name: string | undefined,
  schema: QueryParameter['schema'],
  description: string,
  apply: QueryParameter['apply'],
  many = false,
): QueryParameter | false {
  return name !== undefined && { name, meaning, schema, description, many, fieldRules: [], apply };
}

function selectFields(wanted: readonly string[], builder: QueryBuilder): void {
  const { readableFields, operation } = builder.call;
  assertFields(wanted, readableFields, operation.resource, builder);
  builder.fields = [...(builder.fields ?? []), ...wanted];
}

function assertFields(
  wanted: readonly string[],
  known: readonly string[],
  { type }: ResourceModel,
  { strict }: QueryBuilder,
): void {
  const unknown = strict ? wanted.find((text) => !known.includes(text)) : undefined;
  if (unknown !== undefined) throw new ParameterValueError(describeUnknown('field', unknown, known, type));
}

function parseCount(text: string, minimum: number, maximum = Infinity): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value) || value < minimum)
    throw new ParameterValueError(message('parameter.minimum', { least: minimum }));
  if (value > maximum) throw new ParameterValueError(message('parameter.maximum', { most: maximum }));
  return value;
}
