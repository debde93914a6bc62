import type { Item } from '../running/operation-run.ts';
import { ParameterValueError, readScalar } from '../filters/parameter-value.ts';
import type { ResourcePlace } from './resource-place.ts';

/** The values that a path gives to fields; undefined when it names something that cannot be there. */
export function scopeOf({ within }: ResourcePlace, uri: Item): Item | undefined {
  if (within.length === 0) return NO_SCOPE;
  const scope: Record<string, unknown> = {};
  for (const { variable, field } of within) {
    const text = String(uri[variable]);
    const value = field.link ? Object.values(field.link.to.identifier.parse(text) ?? {})[0] : valueOf(text, field);
    if (value === undefined) return undefined;
    scope[field.name] = value;
  }
  return scope;
}

/** No path gives anything. */
export const NO_SCOPE: Item = Object.freeze({});

/** Does an item lie where the path says? */
export function isWithin(item: Item, scope: Item): boolean {
  for (const name in scope) if (item[name] !== scope[name]) return false;
  return true;
}

function valueOf(text: string, field: ResourcePlace['within'][number]['field']): unknown {
  try {
    return readScalar(text, field);
  } catch (error) {
    if (error instanceof ParameterValueError) return undefined;
    throw error;
  }
}
