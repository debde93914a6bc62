import type { AnyRulePart } from '../../../http/access-rule.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';

/** An item as the application knows it. */
export type Item = Readonly<Record<string, unknown>>;

/** The scope of paths without variables that set fields. */
export const EMPTY_SCOPE: Item = Object.freeze({});

/** Returns whether an item has the values of a scope. */
export function isInScope(item: Item, scope: Item): boolean {
  for (const name in scope) if (item[name] !== scope[name]) return false;
  return true;
}

/** What the user of a request can reach of a resource: the one value that the tenant and the access rules determine. */
export interface Reach {
  /** Equalities that all rows meet. */
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
