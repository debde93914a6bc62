import { didYouMean } from '../../../core/http/did-you-mean.ts';
import type { OperationParameter } from './operation-parameter.ts';
import { ParameterValueError, parseBoolean } from '../filters/parameter-value.ts';
import type { QueryDialect } from './query-dialect.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { readableFieldNames } from '../access/field-access.ts';

/** Returns the parameters for the pages of a list: number or cursor, size and count. */
export function pageParameters({ page }: ResourceModel, dialect: QueryDialect): OperationParameter[] {
  const parameters: (OperationParameter | undefined)[] = [];
  if (page.by === 'offset')
    parameters.push(
      parameter('page', dialect.page, WHOLE(1), 'The number of the page', ([text], builder) => {
        builder.page = parseCount(text!, 1);
      }),
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
          if (!wanted && page.by !== 'none' && !page.off) throw new ParameterValueError('cannot be switched off here');
          builder.isPaged = wanted && page.by !== 'none';
        },
      ),
    );
  return parameters.filter((each) => each !== undefined);
}

/** Returns the parameters that select the fields of a response. */
export function fieldParameters(resource: ResourceModel, dialect: QueryDialect): OperationParameter[] {
  const parameters: (OperationParameter | undefined)[] = dialect.formatParameters.map((name) =>
    parameter(name, name, TEXT, `Read by ${dialect.name}`, ([text], builder) => {
      builder.formatParameters[name] = text!;
    }),
  );
  const views = Object.keys(resource.definition.views ?? {});
  if (views.length > 0)
    parameters.push(
      parameter('view', dialect.view, { type: 'string', enum: views }, 'A selection of fields', ([name], builder) => {
        builder.view = resource.views.get(name!);
        if (builder.view === undefined) throw unknownNameError(name!, 'which is no view', views);
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
export function linkedFieldParameters({ name: own, fields }: ResourceModel): OperationParameter[] {
  const linked = new Set(fields.flatMap(({ link }) => (link && link.to.name !== own ? [link.to] : [])));
  return [...linked].flatMap((to) =>
    [...new Set([to.name, to.type])].map((name) =>
      parameter('fields of', `fields[${name}]`, TEXT, `Only these fields of a ${to.type}`, ([text], builder) => {
        const wanted = text === '' ? [] : text!.split(',');
        const known = readableFieldNames(to, builder.run);
        const unknown = builder.strict ? wanted.find((each) => !known.includes(each)) : undefined;
        if (unknown !== undefined) throw unknownNameError(unknown, `which no ${to.type} has`, known);
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
  schema: OperationParameter['schema'],
  description: string,
  apply: OperationParameter['apply'],
  many = false,
): OperationParameter | undefined {
  return name === undefined ? undefined : { name, meaning, schema, description, many, fieldRules: [], apply };
}

function selectFields(wanted: readonly string[], builder: QueryBuilder): void {
  const { readableFields: readable, operation } = builder.run;
  const unknown = builder.strict ? wanted.find((each) => !readable.includes(each)) : undefined;
  if (unknown !== undefined) throw unknownNameError(unknown, `which no ${operation.resource.type} has`, readable);
  builder.fields = [...(builder.fields ?? []), ...wanted];
}

function unknownNameError(name: string, which: string, known: readonly string[]): ParameterValueError {
  const meant = didYouMean(name, known);
  return new ParameterValueError(
    `names "${name.slice(0, 100).toWellFormed()}", ${which}; ${meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}`}`,
  );
}

function parseCount(text: string, minimum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value) || value < minimum)
    throw new ParameterValueError(`must be a whole number from ${minimum} on`);
  return value;
}
