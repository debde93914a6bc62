import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { ReportIssue } from '../building/mutable-model.ts';
import { countConditions } from '../filters/filter-tree.ts';
import type { FilterTree } from '../filters/filter-tree.ts';

const DEFAULT_MAX_CONDITIONS = 30;

/** Returns the maximum number of conditions in the filters of one query: that of the resource, the API or the default. */
export function resolveConditionLimit(
  api: number | undefined,
  own: number | undefined,
  reportIssue: ReportIssue,
): number {
  const value = own ?? api ?? DEFAULT_MAX_CONDITIONS;
  if (!Number.isSafeInteger(value) || value < 1)
    reportIssue(
      'maxConditions',
      `Expected a positive integer, got ${String(value)}`,
      `Set it to an integer of at least 1, or omit it for the default of ${DEFAULT_MAX_CONDITIONS}`,
      'ORIEL_RESOURCE_CONDITIONS',
    );
  return value;
}

/** @throws {BadRequestError} if the filters of a query have more conditions than the resource allows */
export function checkConditionLimit(filters: FilterTree | undefined, max: number): void {
  const count = filters === undefined ? 0 : countConditions(filters);
  if (count <= max) return;
  throw new BadRequestError(message('query.too-many-conditions', { count, max }), {
    type: '/problems/query-parameter',
  });
}
