import { didYouMean } from '../../../core/http/did-you-mean.ts';
import type { OperationParameter } from './operation-parameter.ts';
import { ParameterValueError, parseBoolean } from '../filters/parameter-value.ts';
import type { QueryDialect } from './query-dialect.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { readableFieldNames } from '../access/field-access.ts';

/** The parameters that are the host's own on a list: which page, how long, counted or not. */
export function pageParameters({ page }: ResourceModel, dialect: QueryDialect): OperationParameter[] {
  const made: (OperationParameter | undefined)[] = [];
  if (page.by === 'offset')
    made.push(
      parameter('page', dialect.page, WHOLE(1), 'The number of the page', ([text], reading) => {
        reading.page = readCount(text!, 1);
      }),
    );
  if (page.by === 'cursor')
    made.push(
      parameter('cursor', dialect.cursor, TEXT, 'Where the page begins, from a link', ([text], reading) => {
        reading.cursor = text;
      }),
    );
  if (page.by !== 'none' || page.off)
    made.push(
      parameter('size', dialect.size, WHOLE(0), `Items on a page, ${page.max} at most`, ([text], reading) => {
        reading.size = Math.min(readCount(text!, 0), page.max);
      }),
      parameter('partial', dialect.partial, BOOLEAN, 'Leaves the count of all items out', ([text], reading) => {
        reading.count &&= !parseBoolean(text!);
      }),
      parameter(
        'pagination',
        dialect.pagination,
        page.off ? BOOLEAN : ALWAYS,
        'Whether the list comes in pages',
        ([text], reading) => {
          const wanted = parseBoolean(text!);
          if (!wanted && page.by !== 'none' && !page.off) throw new ParameterValueError('cannot be switched off here');
          reading.isPaged = wanted && page.by !== 'none';
        },
      ),
    );
  return made.filter((each) => each !== undefined);
}

/** The parameters that choose what an answer shows, of any operation. */
export function fieldParameters(resource: ResourceModel, dialect: QueryDialect): OperationParameter[] {
  const made: (OperationParameter | undefined)[] = dialect.formatParameters.map((name) =>
    parameter(name, name, TEXT, `Read by ${dialect.name}`, ([text], reading) => {
      reading.formatParameters[name] = text!;
    }),
  );
  const views = Object.keys(resource.definition.views ?? {});
  if (views.length > 0)
    made.push(
      parameter('view', dialect.view, { type: 'string', enum: views }, 'A selection of fields', ([name], reading) => {
        reading.view = resource.views.get(name!);
        if (reading.view === undefined) throw unknownName(name!, 'which is no view', views);
      }),
    );
  const split = (values: readonly string[]): string[] => values.flatMap((each) => each.split(','));
  if (dialect.fields === 'plain')
    made.push(
      parameter('fields', 'fields', TEXT, 'Only these fields, with commas between them', (values, reading) =>
        takeFields(split(values), reading),
      ),
      parameter('properties', 'properties[]', TEXT, 'Only this field', takeFields, true),
    );
  else
    for (const name of new Set([resource.name, resource.type]))
      made.push(
        parameter('fields', `fields[${name}]`, TEXT, `Only these fields of a ${resource.type}`, (values, reading) =>
          takeFields(values[0] === '' ? [] : split(values), reading),
        ),
      );
  return made.filter((each) => each !== undefined);
}

/** The fields of linked resources, for formats that include them: `fields[Author]=name`. */
export function linkedFieldParameters({ name: own, fields }: ResourceModel): OperationParameter[] {
  const linked = new Set(fields.flatMap(({ link }) => (link && link.to.name !== own ? [link.to] : [])));
  return [...linked].flatMap((to) =>
    [...new Set([to.name, to.type])].map((name) =>
      parameter('fields of', `fields[${name}]`, TEXT, `Only these fields of a ${to.type}`, ([text], reading) => {
        const wanted = text === '' ? [] : text!.split(',');
        const known = readableFieldNames(to, reading.run);
        const strange = reading.strict ? wanted.find((each) => !known.includes(each)) : undefined;
        if (strange !== undefined) throw unknownName(strange, `which no ${to.type} has`, known);
        const chosen = known.filter((each) => wanted.includes(each));
        for (const each of [to.type, to.name]) reading.fieldsByType.set(each, chosen);
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
  take: OperationParameter['apply'],
  many = false,
): OperationParameter | undefined {
  return name === undefined ? undefined : { name, meaning, schema, description, many, fieldRules: [], apply: take };
}

function takeFields(wanted: readonly string[], reading: QueryBuilder): void {
  const { readableFields: readable, operation } = reading.run;
  const strange = reading.strict ? wanted.find((each) => !readable.includes(each)) : undefined;
  if (strange !== undefined) throw unknownName(strange, `which no ${operation.resource.type} has`, readable);
  reading.fields = [...(reading.fields ?? []), ...wanted];
}

function unknownName(name: string, which: string, known: readonly string[]): ParameterValueError {
  const meant = didYouMean(name, known);
  return new ParameterValueError(
    `names "${name.slice(0, 100).toWellFormed()}", ${which}; ${meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}`}`,
  );
}

function readCount(text: string, least: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value) || value < least) throw new ParameterValueError(`must be a whole number from ${least} on`);
  return value;
}
