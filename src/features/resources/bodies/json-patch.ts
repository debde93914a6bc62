import { PatchedDocument } from './patched-document.ts';
import { malformedPatch, parsePatchStep } from './patch-step.ts';

/**
 * A JSON Patch (RFC 6902) as a function from a document to the patched one; the document stays as it is, and so it does when
 * any step fails.
 *
 * @param patch what was sent, read but not yet looked at
 * @throws {BadRequestError} 400 when it is no patch. The function throws a ConflictError (409) when a step does not fit
 *   the document: a test fails, or what it names is not there (RFC 5789 §2.2)
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
  if (!Array.isArray(patch)) throw malformedPatch('A JSON Patch must be an array of operations');
  if (patch.length > MAX_OPERATIONS) throw malformedPatch(`A JSON Patch can have at most ${MAX_OPERATIONS} operations`);
  const steps = patch.map(parsePatchStep);
  return (document) => new PatchedDocument(document).apply(steps);
}

const MAX_OPERATIONS = 1_000;
