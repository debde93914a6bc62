import { UnprocessableContentError, isObject } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { writeScope } from '../../reach/write-scope.ts';
import type { Item } from '../../model/item.ts';
import { EMPTY_SCOPE } from '../../model/item.ts';
import type { PendingWrite } from '../../model/pending-write.ts';

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
  const written = writtenMembers(call, validated, changes, field);
  if (written === undefined || hasOtherSource(call, field)) return;
  const value = written[field] ?? writeScope(call)[field];
  if (value === undefined || value === null || value === '')
    throw new UnprocessableContentError([
      { pointer: `/${field}`, detail: message('member.required'), code: 'required' },
    ]);
}

// The members of which the tenant must be one; undefined if the item keeps the tenant that it has.
function writtenMembers(
  { operation: { kind, inputMembers }, previous }: PendingWrite,
  validated: Record<string, unknown>,
  changes: Item | undefined,
  field: string,
): Readonly<Record<string, unknown>> | undefined {
  if (kind === 'patch') return changes !== undefined && field in changes ? changes : undefined;
  if (kind === 'create') return validated;
  if (kind !== 'replace') return undefined;
  return previous !== null && inputMembers?.includes(field) === false ? undefined : validated;
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
