import type { AnyRulePart } from '../../../http/access-rule.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import { EMPTY_SCOPE } from './item.ts';
import type { Item } from './item.ts';

/** What the user of a request can reach of a resource: the one value that the tenant and the access rules determine. */
export interface Reach {
  /** The equalities of the tenant, which all rows meet. */
  readonly tenant: Item;
  /** The rows that the user can read; undefined for all. Other rows do not exist for the user. */
  readonly rows: FilterTree | undefined;
  /** The rows that a write may change, besides `rows`; undefined for all. */
  readonly writable: FilterTree | undefined;
  /** The parts of the rule that need the item or the body, which are not known yet. */
  readonly pending: readonly AnyRulePart[];
  /** The parts of read rules that need the item, for an operation with a rule of its own. */
  readonly pendingReads: readonly AnyRulePart[];
}

/** The reach of all users, if a resource has neither rules nor a tenant. */
export const EVERYTHING: Reach = Object.freeze({
  tenant: EMPTY_SCOPE,
  rows: undefined,
  writable: undefined,
  pending: [],
  pendingReads: [],
});
