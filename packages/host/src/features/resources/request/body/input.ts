import type { Violation } from 'oriel-core/http';
import { isObject, didYouMean } from 'oriel-core/http';
import type { PendingWrite } from '../../model/pending-write.ts';
import type { Item } from '../../model/item.ts';
import { parseLinks } from './parse-links.ts';
import { EMPTY_SCOPE } from '../../model/item.ts';
import { toWire } from '../../model/wire-item.ts';
import { canWriteField, canWriteFieldOfSomeItem } from '../../reach/field-access.ts';
import { fixedValues } from '../../reach/write-scope.ts';
import { isSameValue } from './changed-members.ts';
import { message } from 'oriel-core/messages';

/** The input to be validated by the schema, and violations that the schema cannot detect. */
export interface InputCandidate {
  readonly candidate: unknown;
  readonly violations: readonly Violation[];
  /** The members in the body; of a patch, those of the patched document. */
  readonly sent?: unknown;
  /** The fields of the previous item that the user can read. */
  readonly visible?: readonly string[] | undefined;
}

/** Returns the input of POST, PUT and custom operations, with identifiers instead of IRIs. */
export function bodyInput(call: PendingWrite): InputCandidate {
  if (call.body?.kind === 'values') return { candidate: undefined, violations: [tooMany(call.body.values.length)] };
  const sent = call.body?.kind === 'value' ? call.body.value : undefined;
  const { value, violations } = parseLinks(sent, call);
  if (!isObject(value) || isSimpleCreate(value, call)) return { candidate: value, violations };
  const { previous } = call;
  const visible = previous ? listReadable(previous, call) : undefined;
  const { candidate, unknown } = selectMembers(
    value,
    call,
    call.operation.kind === 'create' ? undefined : call.previous,
  );
  const found = [...violationsOfSelected(violations, candidate), ...unknown];
  if (call.operation.kind === 'replace' && call.previous) keepUnwritable(candidate, call, call.previous);
  return { candidate, violations: [...found, ...applyScope(candidate, call)], sent: value, visible };
}

/**
 * Returns the current item with the patch applied. The patch is applied to the fields that the user can read; fields that the
 * user cannot write keep their values.
 */
export function patchedInput(call: PendingWrite): InputCandidate {
  const previous = call.previous!;
  const { operation, body } = call;
  const readable = listReadable(previous, call);
  const patched = body?.kind === 'patch' ? body.patch(toWire(previous, call, readable)) : undefined;
  const { value, violations } = parseLinks(patched, call);
  if (!isObject(value)) return { candidate: value, violations };
  const { candidate, unknown } = selectMembers(value, call, previous);
  const removed = body?.kind === 'patch' ? unknownRemovals(body.removed ?? [], value, call, previous) : [];
  const found = [...violationsOfSelected(violations, candidate), ...unknown, ...removed];
  for (const name of operation.inputMembers ?? []) {
    if (name in candidate || !(name in previous)) continue;
    // Unreadable fields keep their values; nullable fields that the patch removed become null.
    if (!readable.includes(name)) candidate[name] = previous[name];
    else if (operation.resource.hasWriteRules && !canWriteField(name, call)) {
      candidate[name] = previous[name];
      if (previous[name] !== null && !Object.hasOwn(value, name)) found.push(readOnlyMemberViolation(name));
    } else if (operation.resource.fieldByName.get(name)?.nullable) candidate[name] = null;
  }
  return { candidate, violations: [...found, ...applyScope(candidate, call)], sent: value, visible: readable };
}

// The common case: a create with known members only, and no rules or path variables that affect them.
function isSimpleCreate(value: Record<string, unknown>, { operation, scope }: PendingWrite): boolean {
  const { inputMembers: known, resource, kind } = operation;
  if (kind !== 'create' || known === undefined || resource.hasWriteRules || scope !== EMPTY_SCOPE) return false;
  for (const name of Object.keys(value)) if (!known.includes(name)) return false;
  return true;
}

// Selects the members that the schema accepts. Other members may repeat their current values, because clients send back
// items that they received; members that the user cannot read may not, so that values cannot be guessed.
function selectMembers(value: Record<string, unknown>, call: PendingWrite, previous: Item | null | undefined) {
  const { inputMembers: known, resource, kind } = call.operation;
  const unknown: Violation[] = [];
  // The members of a custom operation are not fields, even when they have the same names.
  const guarded = resource.hasWriteRules && kind !== 'custom';
  if (known === undefined && !guarded) return { candidate: { ...value }, unknown };
  const candidate: Record<string, unknown> = {};
  const created = guarded && !previous ? createdItem(value, call) : undefined;
  for (const name of Object.keys(value)) {
    const isKnown = known?.includes(name) !== false;
    if (isKnown && (!guarded || canWriteField(name, call, created))) candidate[name] = value[name];
    else if (previous && isRepeated(name, value[name], previous, call)) {
      if (isKnown) candidate[name] = previous[name];
    } else if (known === undefined && !call.readableFields.includes(name)) {
      // A schema that does not list its members may accept unknown ones; a hidden field is omitted like those.
    } else if (unknown.length < MAX_UNKNOWN) unknown.push(unknownMemberViolation(name, call, created));
  }
  return { candidate, unknown };
}

// The members that a merge patch removes and the operation does not accept. A field that the user can neither read nor write is
// reported like a member that does not exist.
function unknownRemovals(
  removed: readonly string[],
  value: Record<string, unknown>,
  call: PendingWrite,
  previous: Item,
): Violation[] {
  const { inputMembers: known, resource } = call.operation;
  if (known === undefined) return [];
  const readable = listReadable(previous, call);
  const violations: Violation[] = [];
  for (const name of removed) {
    const isKnown = known.includes(name);
    const isAccepted = isKnown && (readable.includes(name) || !resource.hasWriteRules || canWriteField(name, call));
    if (isAccepted || isRepeated(name, null, previous, call) || Object.hasOwn(value, name)) continue;
    if (violations.length < MAX_UNKNOWN) violations.push(unknownMemberViolation(name, call));
  }
  return violations;
}

// The item to be created, for rules that depend on the item; without members that the user can never write.
function createdItem(value: Record<string, unknown>, call: PendingWrite): Item {
  const writable = Object.entries(value).filter(([name]) => canWriteFieldOfSomeItem(name, call));
  return { ...fixedValues(call.reach), ...Object.fromEntries(writable), ...call.scope };
}

// Removes violations of links that the user may not write, which are reported as unknown members.
function violationsOfSelected(
  violations: readonly Violation[],
  candidate: Record<string, unknown>,
): readonly Violation[] {
  return violations.filter(({ pointer = '' }) => Object.hasOwn(candidate, pointer.split('/')[1] ?? ''));
}

// The fields of the current item that the user can read.
function listReadable(previous: Item, call: PendingWrite): readonly string[] {
  const hidden = call.hiddenFields(previous);
  return hidden.length === 0 ? call.readableFields : call.readableFields.filter((name) => !hidden.includes(name));
}

function isRepeated(name: string, value: unknown, previous: Item, call: PendingWrite): boolean {
  return listReadable(previous, call).includes(name) && name in previous && isSameValue(value, previous[name]);
}

// PUT replaces the fields that the user can read and write; the others keep their values.
function keepUnwritable(candidate: Record<string, unknown>, call: PendingWrite, previous: Item): void {
  const { resource, inputMembers = [] } = call.operation;
  if (!resource.hasWriteRules && !resource.hasReadRules) return;
  for (const name of inputMembers) {
    if (name in candidate || !(name in previous)) continue;
    const isUnreadable =
      typeof resource.fieldByName.get(name)?.read === 'function' && !listReadable(previous, call).includes(name);
    if (isUnreadable || !canWriteField(name, call)) candidate[name] = previous[name];
  }
}

// Sets the fields of the path and the tenant; they may be omitted in the body, and must have the same value otherwise.
function applyScope(
  candidate: Record<string, unknown>,
  { operation, scope, reach: { tenant } }: PendingWrite,
): Violation[] {
  const violations: Violation[] = [];
  for (const name in scope) {
    if (operation.inputMembers?.includes(name) === false) continue;
    const isTenant = Object.hasOwn(tenant, name);
    // The members of a custom operation are not fields, even when they have the same names.
    if (isTenant && operation.kind === 'custom') continue;
    const sent = candidate[name];
    candidate[name] = scope[name];
    if (sent !== undefined && sent !== scope[name])
      violations.push({ pointer: `/${name}`, ...(isTenant ? TENANT_DIFFERS : PATH_DIFFERS) });
  }
  return violations;
}

const PATH_DIFFERS = { detail: message('member.path-differs'), code: 'path_differs' } as const;
const TENANT_DIFFERS = { detail: message('member.tenant-differs'), code: 'tenant_differs' } as const;

// Limits the cost of finding similar names.
const MAX_UNKNOWN = 50;

function tooMany(count: number): Violation {
  return { pointer: '', detail: message('items.expected-one', { count }), code: 'too_many_items' };
}

/**
 * Returns the violation for a member that an operation does not accept. A field that this user can neither read nor write
 * is reported exactly as a member that does not exist.
 *
 * @param created the item that is about to be created, where there is none yet
 */
function unknownMemberViolation(name: string, call: PendingWrite, created?: Item): Violation {
  const { inputMembers = [], resource } = call.operation;
  const hidden = call.previous ? call.hiddenFields(call.previous) : created ? call.readableByItem : [];
  const readable = call.readableFields.filter((each) => !hidden.includes(each));
  const reached = resource.hasWriteRules
    ? inputMembers.filter((each) => readable.includes(each) || canWriteField(each, call, created))
    : inputMembers;
  return violationOf(name, reached, readable.includes(name));
}

/** Returns the violation for a member that the user can read but not write. */
function readOnlyMemberViolation(name: string): Violation {
  return violationOf(name, [], true);
}

function violationOf(name: string, known: readonly string[], readOnly: boolean): Violation {
  const pointer = `/${name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (readOnly) return { pointer, detail: message('member.read-only'), code: 'read_only' };
  const meant = didYouMean(name, known);
  const detail = meant
    ? message('member.unknown-did-you-mean', { name: meant })
    : message('member.unknown', { names: known.join(', ') });
  return { pointer, detail, code: 'unknown_member' };
}
