import type { Filter, FilterKind } from '../../declare/filters/filter.ts';
import {
  equalityParser,
  exclusionParser,
  existsParser,
  orderParser,
  parseBound,
  searchParser,
  text,
} from './filter-parsers.ts';
import type { FilterParser } from './filter-parsers.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { parseBoolean, parseScalar, schemaOfKind } from '../../model/parameter-value.ts';
import type { FilterField } from '../../model/parameter-value.ts';
import type { FilterParameter } from '../../model/filter-parameter.ts';
import type { FieldPredicate } from '../../declare/field-input.ts';

/** The field at a path, with the rules of the fields on the path. */
export interface FilterFieldWithRules extends FilterField {
  readonly fieldRules: readonly FieldPredicate[];
}

/** Creates the query parameters of a filter on fields, in the order of OpenAPI documents. */
export function createFilterParameters(
  name: string,
  filter: Filter & { readonly kind: Exclude<FilterKind, 'sql'> },
  fieldAt: (path: string) => FilterFieldWithRules,
): FilterParameter[] {
  const { kind } = filter;
  const fields = filter.fields.length > 0 ? filter.fields : [name];
  const path = fields[0]!;
  const field = fieldAt(path);
  const create = (as: string, about: readonly string[], rest: FilterParser, many = false): FilterParameter => ({
    name: as,
    filter: name,
    kind,
    fields: about,
    many,
    fieldRules: about.flatMap((each) => fieldAt(each).fieldRules),
    ...rest,
  });
  switch (kind) {
    case 'search':
      return [create(name, fields, searchParser(fields))];
    case 'exclude':
      return fields.flatMap((each) => {
        const parse = exclusionParser(each, (value, origin) => parseScalar(value, fieldAt(each), origin));
        const parser = {
          schema: createSchema(fieldAt(each)),
          description: `${each} ${DESCRIPTIONS['exclude']}`,
          parse,
        };
        const many = { ...parser, description: `${each} equals none of them, or is missing` };
        return [create(`${name}[${each}]`, [each], parser), create(`${name}[${each}][]`, [each], many, true)];
      });
    case 'exists':
      return fields.map((each) => create(`${name}[${each}]`, [each], existsParser(each)));
    case 'order':
      return fields.map((each) => create(`${name}[${each}]`, [each], orderParser(each)));
    case 'boolean': {
      const schema = { type: 'boolean' };
      return [create(name, fields, { schema, description: `${path} is`, parse: equalityParser(path, parseBoolean) })];
    }
    case 'range':
    case 'date':
      return Object.entries(kind === 'range' ? RANGE : DATE).map(([bound, op]) =>
        create(`${name}[${bound}]`, fields, {
          schema: op === 'between' ? { type: 'string', pattern: '\\.\\.' } : createSchema(field),
          description: `${path} ${DESCRIPTIONS[bound]}`,
          parse: (values, origin) => parseBound(path, op, values[0]!, (text) => parseScalar(text, field, origin)),
        }),
      );
    default: {
      const isText = kind !== 'exact' && kind !== 'numeric';
      const read = isText
        ? text(path, TEXT_OPERATIONS[kind])
        : equalityParser(path, (value, origin) => parseScalar(value, field, origin));
      const schema = isText ? { type: 'string' } : createSchema(field);
      const description = `${path} ${DESCRIPTIONS[kind]}`;
      return [
        create(name, fields, { schema, description, parse: read }),
        create(`${name}[]`, fields, { schema, description: `${description}, any of them`, parse: read }, true),
      ];
    }
  }
}

const RANGE = { between: 'between', gt: 'gt', gte: 'gte', lt: 'lt', lte: 'lte' } as const;
const DATE = { before: 'lte', strictly_before: 'lt', after: 'gte', strictly_after: 'gt' } as const;
const TEXT_OPERATIONS = { partial: 'contains', start: 'starts', end: 'ends', word: 'word' } as const;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  exact: 'equals it',
  exclude: 'does not equal it, or is missing',
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

// The value for a link is an IRI or an identifier.
function createSchema(field: FilterFieldWithRules): JsonSchema {
  return field.toId ? { type: 'string' } : schemaOfKind(field);
}
