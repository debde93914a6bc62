import { BadRequestError } from '../../../core/http/errors.ts';
import { parsePointer } from '../../../core/http/json-pointer.ts';

/** An operation of a JSON Patch with parsed pointers. */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: unknown;
  /** The path in the patch. */
  readonly at: string;
}

/** Parses an operation of a JSON Patch. @throws {BadRequestError} if it is invalid */
export function parsePatchStep(step: unknown, index: number): PatchStep {
  if (!isObject(step)) throw malformedPatch(`Operation ${index} is not an object`);
  const { op, path, from } = step;
  if (typeof op !== 'string' || !OPS.includes(op))
    throw malformedPatch(`Operation ${index} has an unknown op ${quoteValue(op)}; supported: ${OPS.join(', ')}`);
  const pointer = typeof path === 'string' ? parsePointer(path) : undefined;
  if (pointer === undefined)
    throw malformedPatch(`Operation ${index} has the path ${quoteValue(path)}, which is not a JSON pointer`);
  const source = op === 'move' || op === 'copy' ? (typeof from === 'string' ? parsePointer(from) : undefined) : [];
  if (source === undefined)
    throw malformedPatch(`Operation ${index} has the from ${quoteValue(from)}, which is not a JSON pointer`);
  const needsValue = op === 'add' || op === 'replace' || op === 'test';
  if (needsValue && !Object.hasOwn(step, 'value')) throw malformedPatch(`Operation ${index} has no value`);
  if (op === 'move' && path !== from && `${path as string}/`.startsWith(`${from as string}/`))
    throw malformedPatch(`Operation ${index} would move ${quoteValue(from)} into itself`);
  return {
    op: op as PatchStep['op'],
    path: pointer,
    from: source,
    value: needsValue ? step['value'] : undefined,
    at: path as string,
  };
}

const OPS: readonly string[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

/** Returns a 400 for an invalid patch (RFC 5789 §2.2). */
export function malformedPatch(message: string): BadRequestError {
  return new BadRequestError(message, { type: '/problems/malformed-patch' });
}

/** Returns a value as JSON for error messages, at most 100 characters. */
export function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 100);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
