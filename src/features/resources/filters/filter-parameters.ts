import type { Filter } from './filter.ts';
import { equals, exists, order, readBound, search, text } from './read-filter.ts';
import type { FilterReading } from './read-filter.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import { readBoolean, readScalar, schemaOfKind } from './parameter-value.ts';
import type { FilteredField } from './parameter-value.ts';
import type { QueryParameter } from './query-parameter.ts';
import type { ReadRule } from '../model/resource-model.ts';

/** What a filter has to know of the field at a path: what it holds, and who may see it. */
export interface FieldAt extends FilteredField {
  readonly guards: readonly ReadRule[];
}

/** The parameters of a declared filter, in the order documents list them. */
export function filterParameters(name: string, filter: Filter, fieldAt: (path: string) => FieldAt): QueryParameter[] {
  const fields = filter.fields.length > 0 ? filter.fields : [name];
  const { kind } = filter;
  const path = fields[0]!;
  const field = fieldAt(path);
  const make = (as: string, about: readonly string[], rest: FilterReading, many = false): QueryParameter => ({
    ...{ name: as, filter: name, kind, fields: about, many },
    guards: about.flatMap((each) => fieldAt(each).guards),
    ...rest,
  });
  switch (kind) {
    case 'search':
      return [make(name, fields, search(fields))];
    case 'exists':
      return fields.map((each) => make(`${name}[${each}]`, [each], exists(each)));
    case 'order':
      return fields.map((each) => make(`${name}[${each}]`, [each], order(each)));
    case 'boolean': {
      const schema = { type: 'boolean' };
      return [make(name, fields, { schema, description: `${path} is`, read: equals(path, readBoolean) })];
    }
    case 'range':
    case 'date':
      return Object.entries(kind === 'range' ? RANGE : DATE).map(([bound, op]) =>
        make(`${name}[${bound}]`, fields, {
          schema: op === 'between' ? { type: 'string', pattern: '\\.\\.' } : schemaOf(field),
          description: `${path} ${DESCRIPTIONS[bound]}`,
          read: (values, origin) => readBound(path, op, values[0]!, (text) => readScalar(text, field, origin)),
        }),
      );
    default: {
      const isText = kind !== 'exact' && kind !== 'numeric';
      const read = isText
        ? text(path, TEXT_OPERATIONS[kind])
        : equals(path, (value, origin) => readScalar(value, field, origin));
      const schema = isText ? { type: 'string' } : schemaOf(field);
      const description = `${path} ${DESCRIPTIONS[kind]}`;
      return [
        make(name, fields, { schema, description, read }),
        make(`${name}[]`, fields, { schema, description: `${description}, any of them`, read }, true),
      ];
    }
  }
}

const RANGE = { between: 'between', gt: 'gt', gte: 'gte', lt: 'lt', lte: 'lte' } as const;
const DATE = { before: 'lte', strictly_before: 'lt', after: 'gte', strictly_after: 'gt' } as const;
const TEXT_OPERATIONS = { partial: 'contains', start: 'starts', end: 'ends', word: 'word' } as const;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  exact: 'equals it',
  numeric: 'equals it',
  partial: 'contains it',
  start: 'begins with it',
  end: 'ends with it',
  word: 'has a word that begins with it',
  between: 'is from..to, both included',
  gt: 'is greater',
  gte: 'is greater or equal',
  lt: 'is less',
  lte: 'is less or equal',
  before: 'is that time or earlier',
  strictly_before: 'is earlier',
  after: 'is that time or later',
  strictly_after: 'is later',
};

// A link is asked for by IRI or identifier.
function schemaOf({ kind, toId }: FieldAt): JsonSchema {
  return toId ? { type: 'string' } : schemaOfKind(kind);
}
