import { didYouMean } from 'oriel-core/http';
import type { QueryParameter, QueryBuilder, QuerySubject } from './query-builder.ts';
import { ParameterValueError, parseBoolean } from '../../model/parameter-value.ts';
import type { QueryDialect } from '../../model/query-dialect.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { readableFieldNames } from '../../reach/field-access.ts';
import { message } from 'oriel-core/messages';
import type { FilterParameter } from '../../model/filter-parameter.ts';
import { sortParameter } from './order-parameter.ts';

/** Returns the parameters for the pages of a list: number or cursor, size and count. */
export function pageParameters({ page }: ResourceModel, dialect: QueryDialect): QueryParameter[] {
  const parameters: (QueryParameter | undefined)[] = [];
  if (page.by === 'offset')
    parameters.push(
      parameter(
        'page',
        dialect.page,
        { ...WHOLE(1), maximum: MAX_PAGE },
        'The number of the page',
        ([text], builder) => {
          builder.page = parseCount(text!, 1, MAX_PAGE);
        },
      ),
    );
  if (page.by === 'cursor')
    parameters.push(
      parameter('cursor', dialect.cursor, TEXT, 'Where the page begins, from a link', ([text], builder) => {
        builder.cursor = text;
      }),
    );
  if (page.by !== 'none' || page.off)
    parameters.push(
      parameter('size', dialect.size, WHOLE(0), `Items on a page, ${page.max} at most`, ([text], builder) => {
        builder.size = Math.min(parseCount(text!, 0), page.max);
      }),
      parameter('partial', dialect.partial, BOOLEAN, 'Leaves the count of all items out', ([text], builder) => {
        builder.count &&= !parseBoolean(text!);
      }),
      parameter(
        'pagination',
        dialect.pagination,
        page.off ? BOOLEAN : ALWAYS,
        'Whether the list comes in pages',
        ([text], builder) => {
          const wanted = parseBoolean(text!);
          if (!wanted && page.by !== 'none' && !page.off)
            throw new ParameterValueError(message('parameter.cannot-be-disabled'));
          builder.isPaged = wanted && page.by !== 'none';
        },
      ),
    );
  return parameters.filter((each) => each !== undefined);
}

/** Returns the parameters that select the fields of a response. */
export function fieldParameters(resource: ResourceModel, dialect: QueryDialect): QueryParameter[] {
  const isTyped = dialect.fields === 'typed';
  const about = isTyped ? `Read by ${dialect.name}` : 'Links whose items are embedded, such as a,b(name),c.d';
  const parameters: (QueryParameter | undefined)[] = dialect.formatParameters.map((name) =>
    parameter(name, name, TEXT, about, ([text], builder) => {
      builder.formatParameters[name] = text!;
    }),
  );
  const views = Object.keys(resource.definition.views ?? {});
  if (views.length > 0)
    parameters.push(
      parameter('view', dialect.view, { type: 'string', enum: views }, 'A selection of fields', ([name], builder) => {
        builder.view = resource.views.get(name!);
        if (builder.view === undefined) throw unknownViewError(name!, views);
      }),
    );
  const split = (values: readonly string[]): string[] => values.flatMap((each) => each.split(','));
  if (dialect.fields === 'plain')
    parameters.push(
      parameter('fields', 'fields', TEXT, 'Only these fields, with commas between them', (values, builder) =>
        selectFields(split(values), builder),
      ),
      parameter('properties', 'properties[]', TEXT, 'Only this field', selectFields, true),
    );
  else
    for (const name of new Set([resource.name, resource.type]))
      parameters.push(
        parameter('fields', `fields[${name}]`, TEXT, `Only these fields of a ${resource.type}`, (values, builder) =>
          selectFields(values[0] === '' ? [] : split(values), builder),
        ),
      );
  return parameters.filter((each) => each !== undefined);
}

/** Returns the parameters that select fields of linked resources, for formats that include them: `fields[Author]=name`. */
export function linkedFieldParameters({ name: own, fields }: ResourceModel): QueryParameter[] {
  const linked = new Set(fields.flatMap(({ link }) => (link && link.to.name !== own ? [link.to] : [])));
  return [...linked].flatMap((to) =>
    [...new Set([to.name, to.type])].map((name) =>
      parameter('fields of', `fields[${name}]`, TEXT, `Only these fields of a ${to.type}`, ([text], builder) => {
        const wanted = text === '' ? [] : text!.split(',');
        const known = readableFieldNames(to, builder.call);
        const unknown = builder.strict ? wanted.find((each) => !known.includes(each)) : undefined;
        if (unknown !== undefined) throw unknownFieldError(unknown, to.type, known);
        const chosen = known.filter((each) => wanted.includes(each));
        for (const each of [to.type, to.name]) builder.fieldsByType.set(each, chosen);
      })!,
    ),
  );
}

const TEXT = { type: 'string' } as const;
const BOOLEAN = { type: 'boolean' } as const;
const ALWAYS = { type: 'boolean', enum: [true] } as const;
const WHOLE = (minimum: number) => ({ type: 'integer', minimum }) as const;

function parameter(
  meaning: string,
  name: string | undefined,
  schema: QueryParameter['schema'],
  description: string,
  apply: QueryParameter['apply'],
  many = false,
): QueryParameter | undefined {
  return name === undefined ? undefined : { name, meaning, schema, description, many, fieldRules: [], apply };
}

function selectFields(wanted: readonly string[], builder: QueryBuilder): void {
  const { readableFields: readable, operation } = builder.call;
  const unknown = builder.strict ? wanted.find((each) => !readable.includes(each)) : undefined;
  if (unknown !== undefined) throw unknownFieldError(unknown, operation.resource.type, readable);
  builder.fields = [...(builder.fields ?? []), ...wanted];
}

function unknownViewError(name: string, views: readonly string[]): ParameterValueError {
  const meant = didYouMean(name, views);
  const sent = { name: name.slice(0, 100).toWellFormed() };
  return new ParameterValueError(
    meant === undefined
      ? message('parameter.unknown-view', { ...sent, names: views.join(', ') })
      : message('parameter.unknown-view-did-you-mean', { ...sent, meant }),
  );
}

function unknownFieldError(name: string, type: string, known: readonly string[]): ParameterValueError {
  const meant = didYouMean(name, known);
  const sent = { name: name.slice(0, 100).toWellFormed(), type };
  return new ParameterValueError(
    meant === undefined
      ? message('parameter.unknown-field', { ...sent, names: known.join(', ') })
      : message('parameter.unknown-field-did-you-mean', { ...sent, meant }),
  );
}

// The position of the first item of a page is then a safe integer.
const MAX_PAGE = 999_999_999;

function parseCount(text: string, minimum: number, maximum = Infinity): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value) || value < minimum)
    throw new ParameterValueError(message('parameter.minimum', { least: minimum }));
  if (value > maximum) throw new ParameterValueError(message('parameter.maximum', { most: maximum }));
  return value;
}

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
  const sorts = dialect.order === 'sort' ? filters.filter((each) => each.kind === 'order') : [];
  const parameters = [
    ...filters.filter((each) => !sorts.includes(each)).map((each) => filterParameter(each, dialect)),
    ...(sorts.length > 0 ? [sortParameter(sorts)] : []),
    ...declared,
    ...(isList ? pageParameters(resource, dialect) : []),
    ...fieldParameters(resource, dialect),
    ...(dialect.fields === 'typed' ? linkedFieldParameters(resource) : []),
  ];
  return new Map(parameters.map((each) => [each.name, each]));
}

function filterParameter(parameter: FilterParameter, { filter }: QueryDialect): QueryParameter {
  const { name, schema, description, many, fieldRules } = parameter;
  return {
    schema,
    description,
    many,
    fieldRules,
    name: filter === undefined ? name : name.replace(/^([^[]+)(.*)$/s, `${filter}[$1]$2`),
    meaning: `filter ${name}`,
    sortedAs: parameter.kind === 'order' ? `${parameter.filter}[` : undefined,
    apply: (values, builder) => builder.addFilter(parameter, values),
  };
}
