import { UnprocessableContentError, andThen, isObject } from 'oriel-core/http';
import type { MaybePromise, Violation } from 'oriel-core/http';
import { parsePointer } from '../../../../http/json.ts';
import { parseSchema } from '../../../../http/parse-schema.ts';
import { canNameField, canWriteField } from '../../reach/field-access.ts';
import { createCandidate, PATH_DIFFERS } from './input.ts';
import type { InputCandidate } from './input.ts';
import { assertLinks, collectLinks, INVALID_IDENTIFIER } from './validate-links.ts';
import type { PendingWrite, ValidatedInput } from '../../model/operation-call.ts';
import { message } from 'oriel-core/messages';
import { changedMembers } from './changed-members.ts';
import { keepMembers } from './keep-members.ts';
import type { Item } from '../../model/reach.ts';
import { writeScope } from '../../reach/write-scope.ts';
import { EMPTY_SCOPE } from '../../model/reach.ts';

/**
 * Validates the body against the schema of the operation. The caller has to check the links in it.
 *
 * @throws {UnprocessableContentError} 422 (or rejects) with all violations and their JSON pointers
 */
export function validateInput(call: PendingWrite): MaybePromise<ValidatedInput> {
  const { operation, body, previous, context } = call;
  const input = createCandidate(call);
  const fail = (more: readonly Violation[]): Error => inputError(call, input.violations, more);
  const schema = body?.kind === 'patch' ? keepMembers(operation.input!, input.candidate, previous) : operation.input!;
  const validated = parseSchema(schema, input.candidate, fail, context.language);
  return andThen(validated, (value) => createInput(call, value, input));
}

function createInput(
  call: PendingWrite,
  input: unknown,
  { violations, sent, visible }: InputCandidate,
): ValidatedInput {
  if (violations.length > 0) throw inputError(call, violations, []);
  const { kind, inputMembers } = call.operation;
  const changes =
    kind === 'patch' ? changedMembers(input, call.previous!, inputMembers ?? removableFields(call)) : undefined;
  assertIdentifier(call, input, changes);
  assertTenant(call, input, changes);
  assertLinks(call, input);
  return { input, changes, links: collectLinks(call, input, sent, visible ?? []) };
}

// The members that a patch can remove, for schemas that do not list their members.
function removableFields(call: PendingWrite): readonly string[] {
  return call.listReadableFields(call.previous!).filter((name) => canWriteField(name, call));
}

// Violations found before schema validation are more specific, so they replace those of the schema at the same place.
function inputError(call: PendingWrite, violations: readonly Violation[], more: readonly Violation[]): Error {
  const reported = new Set(violations.map(({ pointer }) => pointer));
  const further = more.filter(({ pointer }) => !reported.has(pointer));
  return new UnprocessableContentError([...violations, ...withoutHiddenFields(further, call)]);
}

// Violations of fields that the user can neither read nor write are replaced by one that does not name them.
function withoutHiddenFields(violations: readonly Violation[], call: PendingWrite): readonly Violation[] {
  const { resource, kind } = call.operation;
  if (!resource.hasWriteRules || kind === 'custom') return violations;
  const named = violations.filter(({ pointer = '' }) => {
    const name = parsePointer(pointer)?.[0];
    return name === undefined || canNameField(name, call);
  });
  return named.length === violations.length ? violations : [...named, HIDDEN];
}

const HIDDEN: Violation = Object.freeze({
  pointer: '',
  detail: message('member.hidden-requirement'),
  code: 'hidden_value',
});

/**
 * Rejects a new item that no path can lead to, and another identifier than that of the path in a PUT or PATCH. A store would
 * keep the identifier, and a function of the resource could write an item that the user must not change.
 *
 * @throws {UnprocessableContentError} 422 with the pointers of the keys
 */
function assertIdentifier(call: PendingWrite, validated: unknown, changes: Item | undefined): void {
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
function assertTenant(call: PendingWrite, validated: unknown, changes: Item | undefined): void {
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
