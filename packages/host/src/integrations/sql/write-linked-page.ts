import type { FilterTree } from '../../features/resources/declare/filters/filter-tree.ts';
import type { ListRequest } from '../../features/resources/declare/list-request.ts';
import { quote } from './sql-dialect.ts';
import { writeFilter, writeLinkedRows } from './write-filter.ts';
import type { Source, LinkedKeys } from './write-filter.ts';
import type { FilterCondition } from '../../features/resources/declare/filters/where.ts';
import type { StoreContext } from '../../features/resources/declare/resource-store.ts';
import type { SqlRunner } from './sql-runner.ts';
import { SqlText } from './sql-text.ts';

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
  const { key, from, where } = writeLinkedRows(out, source, link, (other) => writeFilter(out, condition, other));
  const first = writeFirst(`${alias}.${table.columns.get(link)!.name} = ${key}`);
  return (
    `${alias}.${id} in (select ${rows}.${id} ${from} cross join ${table.name} as ${rows} ` +
    `where ${where} and ${rows}.${id} in (select ${alias}.${id} from ${table.name} as ${alias} indexed by ${quote(index)}${first}))`
  );
}

/**
 * Reads the keys of the linked rows that meet the conditions of a filter, if they are few. Only from the keys do the statistics of
 * PostgreSQL show how many rows of the list match. For a subquery, it assumes the average number of rows for each linked row. If
 * they have fewer, it may read almost the whole table in the order of the page.
 *
 * @param createSource returns the filtered table as the source of a new statement
 */
export async function readLinkedKeys(
  filter: FilterTree,
  createSource: (out: SqlText) => Source,
  runner: SqlRunner,
  context: StoreContext,
): Promise<ReadonlyMap<FilterTree, LinkedKeys>> {
  const found = new Map<FilterTree, LinkedKeys>();
  for (const leaf of findLinkedConditions(filter)) {
    const out = new SqlText(runner.dialect);
    const source = createSource(out);
    const point = leaf.field.indexOf('.');
    const condition = { ...leaf, field: leaf.field.slice(point + 1) };
    let cast = '';
    const { key, from, where } = writeLinkedRows(out, source, leaf.field.slice(0, point), (other) => {
      cast = other.table.id[0]!.storedCast;
      return writeFilter(out, condition, other);
    });
    out.sql = `select ${key}::text as "key" ${from} where ${where} limit ${MAX_KEYS + 1}`;
    const values = (await runner.rows(out, context)).map((row) => String(row['key']));
    if (values.length <= MAX_KEYS) found.set(leaf, { values, cast });
  }
  return found;
}

// More linked rows have about the average number of rows.
const MAX_KEYS = 100;

// The conditions that all rows of the list meet; none if there are others, whose index may find fewer rows. A row without a linked
// one meets `exists` with false.
function findLinkedConditions(tree: FilterTree): FilterCondition[] {
  if (tree.op === 'and') {
    const found = tree.of.map(findLinkedConditions);
    return found.every(({ length }) => length > 0) ? found.flat() : [];
  }
  if (!('field' in tree) || tree.op === 'some' || !tree.field.includes('.')) return [];
  return tree.op === 'exists' && !tree.value ? [] : [tree];
}
