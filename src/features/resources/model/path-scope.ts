import type { Item } from '../running/operation-run.ts';
import { ParameterValueError, parseScalar } from '../filters/parameter-value.ts';
import type { CollectionPath } from './collection-path.ts';

/** Parses the values of fields in a path; undefined if a value is not valid, so that no item can have it. */
export function parsePathScope({ fieldVariables }: CollectionPath, uri: Item): Item | undefined {
  if (fieldVariables.length === 0) return EMPTY_SCOPE;
  const scope: Record<string, unknown> = {};
  for (const { variable, field } of fieldVariables) {
    const text = String(uri[variable]);
    const value = field.link ? Object.values(field.link.to.identifier.parse(text) ?? {})[0] : valueOf(text, field);
    if (value === undefined) return undefined;
    scope[field.name] = value;
  }
  return scope;
}

/** The scope of paths without variables that set fields. */
export const EMPTY_SCOPE: Item = Object.freeze({});

/** Returns whether an item has the values of a scope. */
export function isInScope(item: Item, scope: Item): boolean {
  for (const name in scope) if (item[name] !== scope[name]) return false;
  return true;
}

function valueOf(text: string, field: CollectionPath['fieldVariables'][number]['field']): unknown {
  try {
    return parseScalar(text, field);
  } catch (error) {
    if (error instanceof ParameterValueError) return undefined;
    throw error;
  }
}
