import { PatchedDocument } from './patched-document.ts';
import { malformedPatch, parsePatchStep } from './patch-step.ts';
import { message } from 'oriel-core/messages';

/**
 * Parses a JSON Patch (RFC 6902) and returns a function that returns a patched copy of a document.
 *
 * @param patch the parsed JSON of the body
 * @throws {BadRequestError} 400 if it is not a JSON Patch. The returned function throws a ConflictError (409) if an operation
 *   fails: a test is false, or a path does not exist (RFC 5789 §2.2)
 *
 * @example
 * ```ts
 * import { parseJsonPatch } from './json-patch.ts';
 * const patch = parseJsonPatch([{ op: 'test', path: '/a', value: 1 }, { op: 'add', path: '/b/-', value: 3 }]);
 * patch({ a: 1, b: [2] }); // => { a: 1, b: [2, 3] }
 * patch({ a: 2, b: [2] }); // THROWS Operation 0
 * ```
 */
export function parseJsonPatch(patch: unknown): (document: unknown) => unknown {
  if (!Array.isArray(patch)) throw malformedPatch(message('patch.not-an-array'));
  if (patch.length > MAX_OPERATIONS)
    throw malformedPatch(message('patch.too-many-operations', { count: MAX_OPERATIONS }));
  const operations = patch.map(parsePatchStep);
  return (document) => new PatchedDocument(document).apply(operations);
}

const MAX_OPERATIONS = 1_000;
