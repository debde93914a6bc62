import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { countConditions } from '../../declare/filters/filter-tree.ts';
import type { FilterTree } from '../../declare/filters/filter-tree.ts';

/** @throws {BadRequestError} if the filters of a query have more conditions than the resource allows */
export function checkConditionLimit(filters: FilterTree | undefined, max: number): void {
  const count = filters === undefined ? 0 : countConditions(filters);
  if (count <= max) return;
  throw new BadRequestError(message('query.too-many-conditions', { count, max }), {
    type: '/problems/query-parameter',
  });
}
