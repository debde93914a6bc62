import type { Item } from '../running/operation-run.ts';
import { ParameterValueError, parseScalar } from '../filters/parameter-value.ts';
import type { CollectionPath } from './collection-path.ts';

/** The values that a path gives to fields; undefined when it names something that cannot be there. */
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

/** No path gives anything. */
export const EMPTY_SCOPE: Item = Object.freeze({});

/** Does an item lie where the path says? */
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
