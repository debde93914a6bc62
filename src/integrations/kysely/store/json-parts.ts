import type { RowPart } from '../../../features/resources/paging/list-request.ts';
import { NullTrace } from '../../../core/trace/trace.ts';
import { runInTrace } from '../../../core/trace/current.ts';
import type { StatementCache } from '../statement-cache.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlTable } from './sql-table.ts';

/** What is selected for each part of a row. */
export interface SelectedParts {
  readonly parts: readonly RowPart[];
  /** With the table's name before each column. */
  readonly selected: (alias: string) => string;
}

/**
 * The columns of a table so that SQLite writes the JSON of those it writes as `JSON.stringify` would: text and whole numbers.
 * Fractions, links and lists come as they are, between the texts. A text costs a fraction of its values.
 * @param shown the fields of the answer, in its order
 */
export function jsonParts(
  table: SqlTable,
  shown: readonly string[],
  statements: StatementCache,
): SelectedParts | undefined {
  // No query of the request that happens to come first.
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
  // What may be left out, and no item has as null.
  const isOptional = (column: SqlColumn): boolean => {
    const { type = '', notNull, key } = declared.get(column.bareName) ?? {};
    // The primary key of a table is never null when it is its only whole number.
    return !column.nullable && notNull !== 1 && !(key === 1 && /^integer$/i.test(type));
  };
  // The order of the answer is that of the schema; should it ever differ, the members could not follow each other.
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
      // Nearly always the same name.
      if (last?.alias !== alias) {
        const texts = groups.map((group) => (isObject(group) ? objectOf(group, alias) : `${alias}.${group[0]!.name}`));
        last = { alias, text: texts.join(', ') };
      }
      return last.text;
    },
  };
}

// Neighbours of the kind in one group, each of the others in one of its own.
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

const COLUMNS = 'select name, type, "notnull", pk from pragma_table_info(?)';

function objectOf(columns: readonly SqlColumn[], alias: string): string {
  const members = columns.map(({ field, kind, name }) => {
    const at = `${alias}.${name}`;
    // The two words are made once for all rows.
    const value =
      kind === 'boolean' ? `case when ${at} then json('true') when ${at} is null then null else json('false') end` : at;
    return `'${field.replaceAll("'", "''")}', ${value}`;
  });
  return `json_object(${members.join(', ')})`;
}
