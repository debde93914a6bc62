import type { FilterTree } from './filter-tree.ts';

/**
 * Returns how many comparisons a filter makes for one row. A list of exact values is one comparison, because stores look it up in
 * an index or a set.
 */
export function countConditions(tree: FilterTree): number {
  if (tree.op === 'and' || tree.op === 'or') return tree.of.reduce((sum, each) => sum + countConditions(each), 0);
  return tree.op === 'not' ? countConditions(tree.of) : 1;
}
