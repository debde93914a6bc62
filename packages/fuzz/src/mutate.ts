import { isObject } from 'oriel-core/http';
import type { Random } from './random.ts';
import { unusualValue } from './unusual-values.ts';

/** Returns a copy of a JSON value with one change at any depth. */
export function mutate(value: unknown, random: Random): unknown {
  const paths = getPaths(value);
  const path = random.pick(paths);
  return changeAt(value, path, (old) => {
    if (Array.isArray(old) && random.chance(0.5))
      return random.chance(0.5) ? [...old, ...old] : [...old, unusualValue(random, '')];
    if (isObject(old) && random.chance(0.5))
      return { ...old, [random.pick(['fuzz', '', '__proto_', 'constructor', '$ref'])]: unusualValue(random, 1) };
    return path.length > 0 && random.chance(0.15) ? REMOVED : unusualValue(random, old);
  });
}

/** Returned by a change that removes a member or an element. */
export const REMOVED = Symbol('removed');

/** Returns the places of a JSON value, the value itself first. At most 300. */
export function getPaths(value: unknown): (readonly (string | number)[])[] {
  const paths: (readonly (string | number)[])[] = [[]];
  for (let index = 0; index < paths.length && paths.length < 300; index++) {
    const path = paths[index]!;
    const element = valueAt(value, path);
    if (Array.isArray(element)) paths.push(...element.slice(0, 20).map((_, elementIndex) => [...path, elementIndex]));
    else if (isObject(element)) paths.push(...Object.keys(element).map((name) => [...path, name]));
  }
  return paths;
}

/** Returns the value at a place. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((element: unknown, step) => (element as Record<string | number, unknown>)[step], value);
}

/** Returns a copy with another value at a place. */
export function changeAt(
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  const old = (value as Record<string | number, unknown>)[step];
  const changed = changeAt(old, rest, change);
  if (Array.isArray(value))
    return changed === REMOVED ? value.toSpliced(Number(step), 1) : value.with(Number(step), changed);
  if (changed !== REMOVED) return { ...(value as object), [step]: changed };
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== step));
}
