import { ForbiddenError } from '../../../core/http/errors.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { combineFilters, equalitiesOf } from '../filters/where.ts';
import { andThen } from '../../../core/http/promises.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import { matchesFilter } from './matches-filter.ts';

/** What a rule leaves of the rows there are, for whoever writes. */
export function writableRows(run: OperationRun): FilterTree | undefined {
  return run.authorization.rows === undefined
    ? run.authorization.access?.rowFilter
    : combineFilters([run.authorization.rows, run.authorization.access?.rowFilter]);
}

/** The values that everything this user writes has, because the rules say so. */
export function fixedValues(run: OperationRun): Item {
  return equalitiesOf(writableRows(run));
}

/**
 * Returns the equalities that every row a run writes meets: those of its path and those of its access rules. Stores and
 * own functions receive them as `scope`.
 */
export function writeScope(run: OperationRun): Item {
  return writableRows(run) === undefined ? run.request.scope : { ...fixedValues(run), ...run.request.scope };
}

/**
 * Sees that nothing is put where its writer could not reach it: an item for somebody else, or one taken out of reach.
 * @param complete the item as it will be; undefined when a function of the resource's own makes it of what was sent
 * @throws {ForbiddenError} (or rejects)
 */
export function assertWritable(run: OperationRun, complete: Item | undefined): MaybePromise<void> {
  const tree = writableRows(run);
  if (tree === undefined || run.operation.kind === 'delete') return undefined;
  const sent = (run.request.input ?? {}) as Item;
  const fixed = equalitiesOf(tree);
  for (const name in fixed)
    if (Object.hasOwn(sent, name) && sent[name] !== undefined && sent[name] !== fixed[name]) throw outOfReach(run);
  if (complete === undefined) return undefined;
  return andThen(matchesFilter(complete, tree, run), (within) => {
    if (!within) throw outOfReach(run);
  });
}

function outOfReach({ operation }: OperationRun): ForbiddenError {
  return new ForbiddenError(`The ${operation.resource.type} would be one that you may not have`);
}
