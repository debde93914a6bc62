import { isObject } from 'oriel-core/http';
import type { BodyDocument, BodyReader, Format } from '../../model/format.ts';
import { parseJson } from '../../../../http/json.ts';
import { parseJsonPatch } from './json-patch.ts';

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

/** Returns the readers of PATCH: JSON Merge Patch, JSON Patch and formats whose documents are patches. */
export function patchReaders(formats: readonly Format[]): BodyReader[] {
  const readers = formats.flatMap(({ reader }) => (reader?.patches === true ? [reader] : []));
  return [mergePatchReader, jsonPatchReader, ...readers];
}

/** JSON Merge Patch (RFC 7396), also sent as plain JSON, which generated clients do. */
export const mergePatchReader: BodyReader = {
  name: 'merge-patch',
  types: ['application/merge-patch+json', 'application/json'],
  read: (text) => mergePatchBody(parseJson(text as string)),
};

/** JSON Patch (RFC 6902). */
export const jsonPatchReader: BodyReader = {
  name: 'json-patch',
  types: ['application/json-patch+json'],
  read: (text) => ({ kind: 'patch', patch: parseJsonPatch(parseJson(text as string)) }),
  describe: () => JSON_PATCH,
};

const JSON_PATCH = {
  type: 'array',
  description: 'Operations, applied in order; all of them or none (RFC 6902).',
  items: {
    type: 'object',
    properties: {
      op: { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', description: 'A JSON pointer (RFC 6901).' },
      from: { type: 'string' },
      value: {},
    },
    required: ['op', 'path'],
  },
} as const;
