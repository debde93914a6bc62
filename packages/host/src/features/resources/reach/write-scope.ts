import { ForbiddenError } from 'oriel-core/http';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import type { Reach, Item } from '../model/reach.ts';
import { combineFilters, getEqualities } from '../declare/filters/where.ts';
import { matchesFilter } from '../source/matches-filter.ts';
import { message } from 'oriel-core/messages';

/** Returns the filter of the rows that the user of a call may write; undefined for all rows. */
export function writableRows({ rows, writable }: Reach): FilterTree | undefined {
  return rows === undefined ? writable : combineFilters([rows, writable]);
}

/** Returns the values that the tenant and the access rules set in every row that the user of a call writes. */
export function fixedValues(reach: Reach): Item {
  const rows = writableRows(reach);
  return rows === undefined ? reach.tenant : { ...getEqualities(rows), ...reach.tenant };
}

/**
 * Returns the equalities that every row a call writes meets: those of its path, of its tenant and of its access rules. Stores
 * and own functions receive them as `scope`.
 */
export function writeScope({ reach, scope }: Pick<PendingWrite, 'reach' | 'scope'>): Item {
  return writableRows(reach) === undefined ? scope : { ...fixedValues(reach), ...scope };
}

/**
 * Rejects writes that would place an item outside the rows that the user may write, such as an item with another owner.
 *
 * @param complete the item after the write; undefined if a function of the resource creates it from the body
 * @throws {ForbiddenError} (as a rejection)
 */
export async function assertWritable(call: PendingWrite, complete: Item | undefined): Promise<void> {
  const tree = writableRows(call.reach);
  if (tree === undefined || call.operation.kind === 'delete') return;
  const sent = (call.input ?? {}) as Item;
  const fixed = getEqualities(tree);
  for (const name in fixed)
    if (Object.hasOwn(sent, name) && sent[name] !== undefined && sent[name] !== fixed[name])
      throw outsideRowsError(call);
  if (complete !== undefined && !(await matchesFilter(complete, tree, call))) throw outsideRowsError(call);
}

function outsideRowsError({ operation }: PendingWrite): ForbiddenError {
  return new ForbiddenError(message('item.write-not-allowed', { type: operation.resource.type }));
}
