import type { FilterTree } from '../../features/resources/declare/filters/filter-tree.ts';
import type { FilterCondition } from '../../features/resources/declare/filters/where.ts';
import type { StoreContext } from '../../features/resources/declare/resource-store.ts';
import type { SqlRunner } from './sql-runner.ts';
import { SqlText } from './sql-text.ts';
import { writeFilter, writeLinkedRows } from './write-filter.ts';
import type { LinkedKeys, Source } from './write-filter.ts';

/**
 * Reads the keys of the linked rows that meet the conditions of a filter, if they are few. Only from the keys do the statistics of
 * PostgreSQL show how many rows of the list match. For a subquery, it assumes the average number of rows for each linked row. If
 * they have fewer, it may read almost the whole table in the order of the page.
 *
 * @param createSource returns the filtered table as the source of a new statement
 */
export async function readLinkedKeys(
  where: FilterTree,
  createSource: (out: SqlText) => Source,
  runner: SqlRunner,
  context: StoreContext,
): Promise<ReadonlyMap<FilterTree, LinkedKeys>> {
  const found = new Map<FilterTree, LinkedKeys>();
  for (const leaf of findLinkedConditions(where)) {
    const out = new SqlText(runner.dialect);
    const source = createSource(out);
    const point = leaf.field.indexOf('.');
    const condition = { ...leaf, field: leaf.field.slice(point + 1) };
    let cast = '';
    const { key, rows } = writeLinkedRows(out, source, leaf.field.slice(0, point), (other) => {
      cast = other.table.id[0]!.storedCast;
      return writeFilter(out, condition, other);
    });
    out.sql = `select ${key}::text as "key" ${rows} limit ${MAX_KEYS + 1}`;
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
