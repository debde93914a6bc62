import type { FilterTree } from '../../features/resources/declare/filters/filter-tree.ts';
import type { ListRequest } from '../../features/resources/declare/list-request.ts';
import { quote } from './sql-dialect.ts';
import type { SqlText } from './sql-text.ts';
import { writeFilter } from './write-filter.ts';
import type { Source } from './write-filter.ts';

/** A filter through a link, and an index that begins with the link and the order of the page. */
export interface LinkedFilter {
  /** The field of the link. */
  readonly link: string;
  readonly index: string;
  /** The condition of the linked rows. */
  readonly condition: FilterTree;
}

/**
 * Returns the filter of a page if it compares linked rows only. With other conditions, their index may find fewer rows.
 *
 * @param findIndex returns the name of the index on the link and the order; undefined if there is none
 */
export function findLinkedFilter(
  { where, relevance, window }: ListRequest,
  { table }: Source,
  findIndex: (link: string) => string | undefined,
): LinkedFilter | undefined {
  // PostgreSQL knows from its statistics whether to read in the order of the page.
  if (table.dialect.name !== 'sqlite' || window.by === 'all' || relevance !== undefined) return undefined;
  if (where === undefined || !('field' in where) || table.id.length > 1 || table.computed.length > 0) return undefined;
  // A row without a linked one meets `exists` with false, so no linked row finds it.
  if (where.op === 'some' || (where.op === 'exists' && !where.value)) return undefined;
  const point = where.field.indexOf('.');
  const link = where.field.slice(0, Math.max(point, 0));
  const column = table.columns.get(link);
  if (column === undefined || column.join !== undefined || column.kind === 'json') return undefined;
  const index = findIndex(link);
  return index === undefined
    ? undefined
    : { link, index, condition: { ...where, field: where.field.slice(point + 1) } };
}

/**
 * Writes a condition that the rows of a page meet: they are among the first rows of each linked row. SQLite reads these from the index,
 * where it would otherwise read and sort all rows of all linked rows. It is named, because SQLite without statistics may prefer an index
 * of another condition, and read that for each linked row.
 *
 * @param writeFirst writes where the rows begin, their order and the limit. Inner and outer rows have the same alias
 */
export function writeFirstOfEach(
  out: SqlText,
  { link, index, condition }: LinkedFilter,
  source: Source,
  writeFirst: (isOfLinked: string) => string,
): string {
  const { table, alias } = source;
  const id = table.id[0]!.name;
  const rows = out.alias();
  const { source: other, key, scope: writeScope } = source.link(link, out);
  const from = other.from(out);
  const scope = writeScope();
  const wanted = `${scope === '' ? '' : `${scope} and `}${writeFilter(out, condition, other)}`;
  const first = writeFirst(`${alias}.${table.columns.get(link)!.name} = ${other.alias}.${key}`);
  return (
    `${alias}.${id} in (select ${rows}.${id} from ${from} as ${other.alias} cross join ${table.name} as ${rows} ` +
    `where ${wanted} and ${rows}.${id} in (select ${alias}.${id} from ${table.name} as ${alias} indexed by ${quote(index)}${first}))`
  );
}
