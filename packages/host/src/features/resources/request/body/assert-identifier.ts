import { UnprocessableContentError, isObject } from 'oriel-core/http';
import type { Violation } from 'oriel-core/http';
import type { PendingWrite } from '../../model/pending-write.ts';
import type { Item } from '../../model/item.ts';
import { message } from 'oriel-core/messages';

/**
 * Rejects a new item that no path can lead to, and another identifier than that of the path in a PUT or PATCH. A store would
 * keep the identifier, and a function of the resource could write an item that the user must not change.
 *
 * @throws {UnprocessableContentError} 422 with the pointers of the keys
 */
export function assertIdentifier(call: PendingWrite, validated: unknown, changes: Item | undefined): void {
  const { kind } = call.operation;
  if (!isObject(validated)) return;
  const violations =
    kind === 'create'
      ? invalidKeys(call, validated)
      : kind === 'patch'
        ? changedKeys(call, changes!)
        : kind === 'replace'
          ? changedKeys(call, validated)
          : [];
  if (violations.length > 0) throw new UnprocessableContentError(violations);
}

// A function of the resource may choose another identifier.
function invalidKeys({ operation: { resource } }: PendingWrite, item: Record<string, unknown>): Violation[] {
  if (resource.functions.has('create')) return [];
  const detail = message('jsonapi.unknown-identifier');
  return resource.identifier
    .invalidKeys(item)
    .map((key) => ({ pointer: `/${key}`, detail, code: 'invalid_identifier' }));
}

function changedKeys({ operation, id }: PendingWrite, sent: Record<string, unknown>): Violation[] {
  return operation.resource.identifier.keys
    .filter((key) => sent[key] !== undefined && !isSame(sent[key], id![key]))
    .map((key) => ({ pointer: `/${key}`, detail: message('member.path-differs'), code: 'path_differs' }));
}

// A schema may return a date or a large number as an object or a bigint.
function isSame(sent: unknown, id: unknown): boolean {
  if (sent instanceof Date) return sent.getTime() === new Date(id as string).getTime();
  return sent !== null && String(sent) === String(id);
}
