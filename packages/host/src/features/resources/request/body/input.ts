import type { Violation } from 'oriel-core/http';
import { isObject, didYouMean } from 'oriel-core/http';
import type { PendingWrite, OperationCall } from '../../model/operation-call.ts';
import type { Operation } from '../../model/operation.ts';
import type { Item } from '../../model/reach.ts';
import { EMPTY_SCOPE } from '../../model/reach.ts';
import { toWire, parseIri } from '../../model/wire-item.ts';
import { canWriteField, canWriteFieldOfSomeItem } from '../../reach/field-access.ts';
import { fixedValues } from '../../reach/write-scope.ts';
import { isSameValue } from './changed-members.ts';
import { createPointer } from '../../../../http/json.ts';
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

/**
 * Returns the input of an operation, with identifiers instead of IRIs: the body, or the current item with a patch applied to the fields
 * that the user can read. Fields that the user cannot read or write keep their values.
 */
export function createCandidate(call: PendingWrite): InputCandidate {
  const { body, previous, operation } = call;
  if (body?.kind === 'values') {
    const detail = message('items.expected-one', { count: body.values.length });
    return { candidate: undefined, violations: [{ pointer: '', detail, code: 'too_many_items' }] };
  }
  const visible = previous ? call.listReadableFields(previous) : undefined;
  const sent = body?.kind === 'patch' ? body.patch(toWire(previous!, call, visible)) : body?.value;
  const { value, violations } = parseLinks(sent, call);
  if (!isObject(value) || isSimpleCreate(value, call)) return { candidate: value, violations };
  const item = operation.kind === 'create' ? undefined : (previous ?? undefined);
  const isOpen = operation.inputMembers === undefined && !isGuarded(operation);
  const candidate = isOpen ? { ...value } : {};
  const selection: Selection = { call, value, previous: item, readable: visible ?? [], candidate, violations: [] };
  if (!isOpen) selectMembers(selection);
  // Links that the user may not write are reported as unknown members.
  const ofLinks = violations.filter(({ pointer = '' }) => Object.hasOwn(candidate, pointer.split('/')[1] ?? ''));
  selection.violations.unshift(...ofLinks);
  if (body?.kind === 'patch') rejectUnknownRemovals(body.removed ?? [], selection);
  if (body?.kind === 'patch' || operation.kind === 'replace') keepOmittedMembers(selection);
  applyScope(selection);
  return { candidate, violations: selection.violations, sent: value, visible };
}

/** The members of a body that the schema is to validate, while they are selected. */
interface Selection {
  readonly call: PendingWrite;
  /** The members in the body; of a patch, those of the patched document. */
  readonly value: Record<string, unknown>;
  readonly previous: Item | undefined;
  /** The fields of the previous item that the user can read. */
  readonly readable: readonly string[];
  readonly candidate: Record<string, unknown>;
  readonly violations: Violation[];
}

// The common case: a create with known members only, and no rules or path variables that affect them.
function isSimpleCreate(value: Record<string, unknown>, { operation, scope }: PendingWrite): boolean {
  const { inputMembers: known, resource, kind } = operation;
  if (kind !== 'create' || known === undefined || resource.hasWriteRules || scope !== EMPTY_SCOPE) return false;
  for (const name of Object.keys(value)) if (!known.includes(name)) return false;
  return true;
}

// The members of a custom operation are not fields, even when they have the same names.
function isGuarded({ resource, kind }: Operation): boolean {
  return resource.hasWriteRules && kind !== 'custom';
}

// Selects the members that the schema accepts. Other members may repeat their current values, because clients send back
// items that they received; members that the user cannot read may not, so that values cannot be guessed.
function selectMembers(selection: Selection): void {
  const { call, value, previous, candidate, violations } = selection;
  const { inputMembers: known } = call.operation;
  const guarded = isGuarded(call.operation);
  const created = guarded && !previous ? createdItem(value, call) : undefined;
  for (const name of Object.keys(value)) {
    const isKnown = known?.includes(name) !== false;
    if (isKnown && (!guarded || canWriteField(name, call, created))) candidate[name] = value[name];
    else if (isRepeated(name, value[name], selection)) {
      if (isKnown) candidate[name] = previous![name];
    } else if (known === undefined && !call.readableFields.includes(name)) {
      // A schema that does not list its members may accept unknown ones; a hidden field is omitted like those.
    } else if (violations.length < MAX_UNKNOWN) violations.push(unknownMemberViolation(name, call, created));
  }
}

// Rejects members that a merge patch removes and the operation does not accept. A field that the user can neither read nor write is
// reported like a member that does not exist.
function rejectUnknownRemovals(removed: readonly string[], selection: Selection): void {
  const { call, value, readable, violations } = selection;
  const { inputMembers: known, resource } = call.operation;
  const most = violations.length + MAX_UNKNOWN;
  for (const name of known === undefined ? [] : removed) {
    const isKnown = known!.includes(name);
    const isAccepted = isKnown && (readable.includes(name) || !resource.hasWriteRules || canWriteField(name, call));
    if (isAccepted || isRepeated(name, null, selection) || Object.hasOwn(value, name)) continue;
    if (violations.length < most) violations.push(unknownMemberViolation(name, call));
  }
}

// The item to be created, for rules that depend on the item; without members that the user can never write.
function createdItem(value: Record<string, unknown>, call: PendingWrite): Item {
  const writable = Object.entries(value).filter(([name]) => canWriteFieldOfSomeItem(name, call));
  return { ...fixedValues(call.reach), ...Object.fromEntries(writable), ...call.scope };
}

function isRepeated(name: string, value: unknown, { previous, readable }: Selection): boolean {
  return previous !== undefined && readable.includes(name) && name in previous && isSameValue(value, previous[name]);
}

// Omitted members that the user cannot read or write keep their values. Nullable members that a patch removed become null.
function keepOmittedMembers({ call, value, previous, readable, candidate, violations }: Selection): void {
  const { resource, inputMembers = [] } = call.operation;
  const isPatch = call.body?.kind === 'patch';
  if (previous === undefined || (!isPatch && !resource.hasWriteRules && !resource.hasReadRules)) return;
  for (const name of inputMembers) {
    if (name in candidate || !(name in previous)) continue;
    const { read, nullable } = resource.fieldByName.get(name) ?? {};
    const isHidden = !readable.includes(name) && (isPatch || typeof read === 'function');
    if (isHidden) candidate[name] = previous[name];
    else if (resource.hasWriteRules && !canWriteField(name, call)) {
      candidate[name] = previous[name];
      if (isPatch && previous[name] !== null && !Object.hasOwn(value, name)) violations.push(readOnlyViolation(name));
    } else if (isPatch && nullable) candidate[name] = null;
  }
}

// Sets the fields of the path and the tenant; they may be omitted in the body, and must have the same value otherwise.
function applyScope({ call, candidate, violations }: Selection): void {
  const { operation, scope, reach } = call;
  for (const name in scope) {
    if (operation.inputMembers?.includes(name) === false) continue;
    const isTenant = Object.hasOwn(reach.tenant, name);
    // The members of a custom operation are not fields, even when they have the same names.
    if (isTenant && operation.kind === 'custom') continue;
    const sent = candidate[name];
    candidate[name] = scope[name];
    if (sent !== undefined && sent !== scope[name])
      violations.push({ pointer: `/${name}`, ...(isTenant ? TENANT_DIFFERS : PATH_DIFFERS) });
  }
}

/** The violation of a member that has another value than the path. */
export const PATH_DIFFERS = { detail: message('member.path-differs'), code: 'path_differs' } as const;
const TENANT_DIFFERS = { detail: message('member.tenant-differs'), code: 'tenant_differs' } as const;

// Limits the cost of finding similar names.
const MAX_UNKNOWN = 50;

/**
 * Returns the violation for a member that an operation does not accept. A field that this user can neither read nor write
 * is reported exactly as a member that does not exist.
 *
 * @param created the item that is about to be created, where there is none yet
 */
function unknownMemberViolation(name: string, call: PendingWrite, created?: Item): Violation {
  const { inputMembers = [], resource } = call.operation;
  const readable = call.previous
    ? call.listReadableFields(call.previous)
    : call.readableFields.filter(
        (readableField) => created === undefined || !call.readableByItem.includes(readableField),
      );
  const reached = resource.hasWriteRules
    ? inputMembers.filter((inputMember) => readable.includes(inputMember) || canWriteField(inputMember, call, created))
    : inputMembers;
  if (readable.includes(name)) return readOnlyViolation(name);
  const meant = didYouMean(name, reached);
  const detail = meant
    ? message('member.unknown-did-you-mean', { name: meant })
    : message('member.unknown', { names: reached.join(', ') });
  return { pointer: createPointer(name), detail, code: 'unknown_member' };
}

function readOnlyViolation(name: string): Violation {
  return { pointer: createPointer(name), detail: message('member.read-only'), code: 'read_only' };
}

/**
 * Returns the members of a body with identifiers instead of IRIs, and a violation for each invalid IRI. The body itself is not
 * changed.
 */
function parseLinks(body: unknown, call: OperationCall): { value: unknown; violations: Violation[] } {
  const { resource } = call.operation;
  if (resource.iriLinks.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body))
    return { value: body, violations: [] };
  const violations: Violation[] = [];
  let value: Record<string, unknown> | undefined;
  for (const { name, link } of resource.iriLinks) {
    if (link === undefined || !Object.hasOwn(body, name)) continue;
    const sent = (body as Record<string, unknown>)[name];
    const toId = (iri: unknown, pointer: string): unknown => {
      if (iri === null) return null;
      const id = typeof iri === 'string' ? parseIri(link.to, iri, call.context.origin) : undefined;
      if (id === undefined)
        violations.push({
          pointer,
          detail: message('member.iri-expected', { type: link.to.type, example: `${link.to.path}/…` }),
          code: 'invalid_iri',
        });
      return id;
    };
    value ??= { ...(body as Record<string, unknown>) };
    value[name] = Array.isArray(sent)
      ? sent.map((element, index) => toId(element, `/${name}/${index}`))
      : toId(sent, `/${name}`);
  }
  return { value: value ?? body, violations };
}
