/** An item as the application knows it. */
export type Item = Readonly<Record<string, unknown>>;

/** The scope of paths without variables that set fields. */
export const EMPTY_SCOPE: Item = Object.freeze({});

/** Returns whether an item has the values of a scope. */
export function isInScope(item: Item, scope: Item): boolean {
  for (const name in scope) if (item[name] !== scope[name]) return false;
  return true;
}
