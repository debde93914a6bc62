import type { RowPart } from '../../features/resources/declare/list-request.ts';
import { NullTrace, runInTrace } from 'oriel-core/trace';
import type { SyncStatements } from './sql-runner.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlTable } from './sql-table.ts';

/** The parts of a row and the columns to select. */
export interface SelectedParts {
  readonly parts: readonly RowPart[];
  /** Returns the selected columns, with the alias of the table. */
  readonly selected: (alias: string) => string;
}

/**
 * Returns parts of rows in which SQLite writes the JSON of strings and integers exactly like `JSON.stringify`.
 * Fractions, links and arrays are selected as values between these texts. A text is much cheaper than its values.
 *
 * @param shown the fields of the response in their order
 */
export function jsonParts(
  table: SqlTable,
  shown: readonly string[],
  statements: SyncStatements,
): SelectedParts | undefined {
  // The query belongs to no request, so it is not recorded.
  const rows = runInTrace(NullTrace, () => statements.lists(COLUMNS, [table.bareName]));
  const declared = new Map(rows.map(([name, type, notNull, key]) => [name, { type: String(type), notNull, key }]));
  const isText = (column: SqlColumn): boolean => {
    const { type = '' } = declared.get(column.bareName) ?? {};
    if (!shown.includes(column.field) || table.shape.link(column.field) !== undefined) return false;
    const isWhole = /int/i.test(type);
    if (column.kind === 'integer' || column.kind === 'boolean') return isWhole;
    const isPlain = column.kind === 'string' || (column.kind === 'date' && column.decode === undefined);
    return isPlain && !isWhole && /char|clob|text/i.test(type);
  };
  // An optional field that is omitted instead of null.
  const isOptional = (column: SqlColumn): boolean => {
    const { type = '', notNull, key } = declared.get(column.bareName) ?? {};
    // A primary key of a single integer column is never null.
    return !column.nullable && notNull !== 1 && !(key === 1 && /^integer$/i.test(type));
  };
  // Members can only be written in sequence if the response has the order of the schema.
  const order = table.all.filter(({ field }) => shown.includes(field)).map(({ field }) => field);
  if (order.join() !== shown.filter((field) => table.columns.has(field)).join()) return undefined;
  const groups = together(table.all, isText);
  const isObject = ([first, more]: readonly SqlColumn[]): boolean =>
    isText(first!) && (more !== undefined || first!.kind !== 'integer');
  let last: { readonly alias: string; readonly text: string } | undefined;
  return {
    parts: groups.map((group): RowPart => {
      if (!isObject(group)) return group[0]!;
      const fields = group.map(({ field }) => field);
      return { isJson: true, fields, optional: group.filter(isOptional).map(({ field }) => field) };
    }),
    selected: (alias) => {
      // The alias is nearly always the same.
      if (last?.alias !== alias) {
        const texts = groups.map((group) =>
          isObject(group) ? objectOf(group, alias, table.shape.id) : group[0]!.select(`${alias}.${group[0]!.name}`),
        );
        last = { alias, text: texts.join(', ') };
      }
      return last.text;
    },
  };
}

// Adjacent columns of the kind share a group; every other column has its own.
function together(columns: readonly SqlColumn[], isOfKind: (column: SqlColumn) => boolean): SqlColumn[][] {
  const groups: SqlColumn[][] = [];
  let before = false;
  for (const column of columns) {
    const now = isOfKind(column);
    if (before && now) groups.at(-1)!.push(column);
    else groups.push([column]);
    before = now;
  }
  return groups;
}

// A larger integer is text, as in an item.
const LARGEST = Number.MAX_SAFE_INTEGER;

const COLUMNS = 'select name, type, "notnull", pk from pragma_table_info(?)';

function objectOf(columns: readonly SqlColumn[], alias: string, id: readonly string[]): string {
  const members = columns.map(({ field, kind, name }) => {
    const at = `${alias}.${name}`;
    // Both JSON values are created once for all rows.
    const value =
      kind === 'boolean'
        ? `case when ${at} then json('true') when ${at} is null then null else json('false') end`
        : kind === 'integer' && !id.includes(field)
          ? `case when ${at} between -${LARGEST} and ${LARGEST} then ${at} when typeof(${at}) = 'integer' then cast(${at} as text) else ${at} end`
          : at;
    return `'${field.replaceAll("'", "''")}', ${value}`;
  });
  return `json_object(${members.join(', ')})`;
}
