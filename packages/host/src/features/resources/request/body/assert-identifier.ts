import { UnprocessableContentError, isObject } from 'oriel-core/http';
import type { Violation } from 'oriel-core/http';
import type { PendingWrite } from '../../model/operation-call.ts';
import type { Item } from '../../model/reach.ts';
import { message } from 'oriel-core/messages';
import { writeScope } from '../../reach/write-scope.ts';
import { EMPTY_SCOPE } from '../../model/reach.ts';
import { PATH_DIFFERS } from './input.ts';
import { INVALID_IDENTIFIER } from './validate-links.ts';

/**
 * Rejects a new item that no path can lead to, and another identifier than that of the path in a PUT or PATCH. A store would
 * keep the identifier, and a function of the resource could write an item that the user must not change.
 *
 * @throws {UnprocessableContentError} 422 with the pointers of the keys
 */
export function assertIdentifier(call: PendingWrite, validated: unknown, changes: Item | undefined): void {
  const { resource, kind } = call.operation;
  if (!isObject(validated)) return;
  // A function of the resource may choose another identifier.
  if (kind === 'create' && !resource.functions.has(kind))
    assertNone(resource.identifier.invalidKeys(validated), INVALID_IDENTIFIER);
  if (kind === 'patch' || kind === 'replace') assertNone(changedKeys(call, changes ?? validated), PATH_DIFFERS);
}

function assertNone(keys: readonly string[], violation: Violation): void {
  if (keys.length > 0) throw new UnprocessableContentError(keys.map((key) => ({ pointer: `/${key}`, ...violation })));
}

function changedKeys({ operation, id }: PendingWrite, sent: Item): readonly string[] {
  return operation.resource.identifier.keys.filter((key) => sent[key] !== undefined && !isSameKey(sent[key], id![key]));
}

// A schema may return a date or a large number as an object or a bigint.
function isSameKey(sent: unknown, id: unknown): boolean {
  if (sent instanceof Date) return sent.getTime() === new Date(id as string).getTime();
  return sent !== null && String(sent) === String(id);
}

/**
 * Rejects a write of a user of all tenants after which an item would have no tenant, so that no tenant could reach it.
 *
 * @throws {UnprocessableContentError} 422 with the pointer of the field of the tenant
 */
export function assertTenant(call: PendingWrite, validated: unknown, changes: Item | undefined): void {
  const { resource } = call.operation;
  const { tenant } = resource;
  if (tenant === undefined || call.reach.tenant !== EMPTY_SCOPE || !isObject(validated)) return;
  const { field } = tenant;
  const written = changes ?? validated;
  if (keepsTenant(call, written, field) || hasOtherSource(call, field)) return;
  const value = written[field] ?? writeScope(call)[field];
  if (value === undefined || value === null || value === '')
    assertNone([field], { detail: message('member.required'), code: 'required' });
}

function keepsTenant(
  { operation: { kind, inputMembers }, previous }: PendingWrite,
  written: Item,
  field: string,
): boolean {
  if (kind === 'create') return false;
  if (kind === 'patch') return !(field in written);
  return kind !== 'replace' || (previous !== null && inputMembers?.includes(field) === false);
}

// The tenant may be the identifier that a store assigns, or be set by a default or a function.
function hasOtherSource({ operation: { kind, resource } }: PendingWrite, field: string): boolean {
  const { defaults } = resource.definition;
  return (
    resource.identifier.keys.includes(field) ||
    (defaults as Readonly<Record<string, unknown>> | undefined)?.[field] !== undefined ||
    resource.functions.has(kind)
  );
}
