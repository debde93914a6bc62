import { ForbiddenError, andThen } from 'oriel-core/http';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import { combineFilters, equalitiesOf } from '../filters/where.ts';
import type { MaybePromise } from 'oriel-core/http';
import { matchesFilter } from './matches-filter.ts';
import { message } from 'oriel-core/messages';

/** Returns the filter of the rows that the user of a run may write; undefined for all rows. */
export function writableRows(run: OperationRun): FilterTree | undefined {
  return run.authorization.readFilter === undefined
    ? run.authorization.access?.writeFilter
    : combineFilters([run.authorization.readFilter, run.authorization.access?.writeFilter]);
}

/** Returns the values that the tenant and the access rules set in every row that the user of a run writes. */
export function fixedValues(run: OperationRun): Item {
  const { tenant } = run.request;
  const rows = writableRows(run);
  return rows === undefined ? tenant : { ...equalitiesOf(rows), ...tenant };
}

/**
 * Returns the equalities that every row a run writes meets: those of its path, of its tenant and of its access rules. Stores
 * and own functions receive them as `scope`.
 */
export function writeScope(run: OperationRun): Item {
  return writableRows(run) === undefined ? run.request.scope : { ...fixedValues(run), ...run.request.scope };
}

/**
 * Rejects writes that would place an item outside the rows that the user may write, such as an item with another owner.
 *
 * @param complete the item after the write; undefined if a function of the resource creates it from the body
 * @throws {ForbiddenError} (or rejects)
 */
export function assertWritable(run: OperationRun, complete: Item | undefined): MaybePromise<void> {
  const tree = writableRows(run);
  if (tree === undefined || run.operation.kind === 'delete') return undefined;
  const sent = (run.request.input ?? {}) as Item;
  const fixed = equalitiesOf(tree);
  for (const name in fixed)
    if (Object.hasOwn(sent, name) && sent[name] !== undefined && sent[name] !== fixed[name])
      throw outsideRowsError(run);
  if (complete === undefined) return undefined;
  return andThen(matchesFilter(complete, tree, run), (isMatch) => {
    if (!isMatch) throw outsideRowsError(run);
  });
}

function outsideRowsError({ operation }: OperationRun): ForbiddenError {
  return new ForbiddenError(message('item.write-not-allowed', { type: operation.resource.type }));
}
