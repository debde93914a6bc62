import { isObject } from 'oriel-core/http';
import type { BodyDocument } from '../../model/format.ts';

/**
 * Applies a JSON Merge Patch (RFC 7396 §2) and returns the result. The arguments are not changed.
 *
 * @example
 * ```ts
 * import { mergePatch } from './merge-patch.ts';
 * mergePatch({ a: 1, b: { c: 2 } }, { a: null, b: { d: 3 } }); // => { b: { c: 2, d: 3 } }
 * ```
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  // Without a prototype, `__proto__` is an ordinary member.
  const result = Object.assign(Object.create(null) as Record<string, unknown>, isObject(target) ? target : undefined);
  for (const name of Object.keys(patch)) {
    const value = patch[name];
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}

/** Returns the body of a request with a JSON Merge Patch. */
export function mergePatchBody(patch: unknown): Extract<BodyDocument, { readonly kind: 'patch' }> {
  const removed = isObject(patch) ? Object.keys(patch).filter((name) => patch[name] === null) : [];
  return { kind: 'patch', patch: (document) => mergePatch(document, patch), removed };
}
