import { BadRequestError, isObject } from 'oriel-core/http';
import { parsePointer } from '../../../../http/json.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

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
  if (!isObject(step)) throw malformedPatch(message('patch.not-an-object', { step: index }));
  const { op, path, from } = step;
  if (typeof op !== 'string' || !OPS.includes(op))
    throw malformedPatch(message('patch.unknown-operation', { step: index, op: quoteValue(op), ops: OPS.join(', ') }));
  const pointer = typeof path === 'string' ? parsePointer(path) : undefined;
  if (pointer === undefined)
    throw malformedPatch(message('patch.invalid-path', { step: index, path: quoteValue(path) }));
  const source = op === 'move' || op === 'copy' ? (typeof from === 'string' ? parsePointer(from) : undefined) : [];
  if (source === undefined)
    throw malformedPatch(message('patch.invalid-from', { step: index, path: quoteValue(from) }));
  const needsValue = op === 'add' || op === 'replace' || op === 'test';
  if (needsValue && !Object.hasOwn(step, 'value'))
    throw malformedPatch(message('patch.value-missing', { step: index }));
  if (op === 'move' && path !== from && `${path as string}/`.startsWith(`${from as string}/`))
    throw malformedPatch(message('patch.move-into-itself', { step: index, path: quoteValue(from) }));
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
export function malformedPatch(detail: Message): BadRequestError {
  return new BadRequestError(detail, { type: '/problems/malformed-patch' });
}

/** Returns a value as JSON for error messages, at most 100 characters. */
export function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 100);
}
