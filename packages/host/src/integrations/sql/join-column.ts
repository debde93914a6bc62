import type { JoinTable, StoreField } from '../../features/resources/declare/resource-store.ts';
import type { ColumnTypes } from './postgres-types.ts';
import { sqlColumn } from './sql-column.ts';
import type { SqlColumn } from './sql-column.ts';
import { quote } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';

/**
 * Returns the column of a list of links that a join table stores. It is selected as a JSON list in the order of the identifiers.
 *
 * @param id the column of the identifier of the item
 * @param types the types of the join table in PostgreSQL
 * @throws {TypeError} if the join table has no such column
 */
export function joinColumn(
  field: StoreField,
  { table, from, to }: JoinTable,
  id: SqlColumn,
  dialect: SqlDialect,
  types: ColumnTypes | undefined,
): SqlColumn {
  for (const column of [from, to])
    if (types && !types.has(column))
      throw new TypeError(
        `The table "${table}" has no column "${column}"; it has ${[...types.keys()].join(', ')}. Name its columns with through: { table, from, to }`,
      );
  const link = sqlColumn({ ...field, kind: field.elements ?? 'json' }, { column: to }, dialect, types?.get(to));
  const [rows, start, end] = [quote(table), quote(from), quote(to)];
  const list = dialect.jsonList('"link"');
  return {
    ...sqlColumn({ ...field, kind: 'json' }, {}, dialect, dialect.name === 'postgres' ? 'json' : undefined),
    name: id.name,
    select: (at) =>
      `(select ${list} from (select ${link.select(`j.${end}`)} as "link" from ${rows} as j where j.${start} = ${at} order by j.${end}) as links)`,
    join: { table: rows, from: start, to: link },
  };
}
