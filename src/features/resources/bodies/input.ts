import type { Violation } from '../../../core/http/errors.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { parseLinks } from './parse-links.ts';
import { EMPTY_SCOPE } from '../model/path-scope.ts';
import { toWire } from '../responses/wire-item.ts';
import { canWriteField, canWriteFieldOfSomeItem } from '../access/field-access.ts';
import { fixedValues } from '../access/write-scope.ts';
import { isSameValue } from './changed-members.ts';
import { readOnlyMemberViolation, unknownMemberViolation } from './member-violations.ts';

/** What a schema is asked about, and what is wrong with it that the schema would not see. */
export interface InputCandidate {
  readonly candidate: unknown;
  readonly violations: readonly Violation[];
  /** The members that were sent; of a patch, those of the patched document. */
  readonly sent?: unknown;
  /** The fields of the previous item that the user can see. */
  readonly visible?: readonly string[] | undefined;
}

/** The body of POST, PUT and custom operations, with identifiers where IRIs stood. */
export function bodyInput(run: OperationRun): InputCandidate {
  if (run.request.body?.kind === 'values')
    return { candidate: undefined, violations: [tooMany(run.request.body.values.length)] };
  const sent = run.request.body?.kind === 'value' ? run.request.body.value : undefined;
  const { value, violations } = parseLinks(sent, run);
  if (!isObject(value) || isPlainlyKnown(value, run)) return { candidate: value, violations };
  const { previous } = run.read;
  const visible = previous ? readableOf(previous, run) : undefined;
  const { candidate, strange } = sift(value, run, run.operation.kind === 'create' ? undefined : run.read.previous);
  const wrong = [...accepted(violations, candidate), ...strange];
  if (run.operation.kind === 'replace' && run.read.previous) keepBeyondReach(candidate, run, run.read.previous);
  return { candidate, violations: [...wrong, ...fitScope(candidate, run)], sent: value, visible };
}

/** The item that is there with the patch applied: the patch sees what the client sees, and may change what may be written. */
export function patchedInput(run: OperationRun): InputCandidate {
  const previous = run.read.previous!;
  const {
    operation,
    request: { body },
  } = run;
  const readable = readableOf(previous, run);
  const patched = body?.kind === 'patch' ? body.patch(toWire(previous, run, readable)) : undefined;
  const { value, violations } = parseLinks(patched, run);
  if (!isObject(value)) return { candidate: value, violations };
  const { candidate, strange } = sift(value, run, previous);
  const wrong = [...accepted(violations, candidate), ...strange];
  for (const name of operation.inputMembers ?? []) {
    if (name in candidate || !(name in previous)) continue;
    // What this reader cannot see stays as it is; what a patch took away is null where nothing is said with null.
    if (!readable.includes(name)) candidate[name] = previous[name];
    else if (operation.resource.hasWriteRules && !canWriteField(name, run)) {
      candidate[name] = previous[name];
      if (previous[name] !== null && !Object.hasOwn(value, name)) wrong.push(readOnlyMemberViolation(name));
    } else if (operation.resource.fieldByName.get(name)?.nullable) candidate[name] = null;
  }
  return { candidate, violations: [...wrong, ...fitScope(candidate, run)], sent: value, visible: readable };
}

// Nearly every item that is created: there is nothing to take away from it, and nothing to add.
function isPlainlyKnown(value: Record<string, unknown>, { operation, request: { scope } }: OperationRun): boolean {
  const { inputMembers: known, resource, kind } = operation;
  if (kind !== 'create' || known === undefined || resource.hasWriteRules || scope !== EMPTY_SCOPE) return false;
  for (const name of Object.keys(value)) if (!known.includes(name)) return false;
  return true;
}

// Keeps the members the schema knows. Others may be repeated as they are, for clients send back what they got; of what
// they cannot see, nobody may learn whether they guessed it.
function sift(value: Record<string, unknown>, run: OperationRun, previous: Item | null | undefined) {
  const { inputMembers: known, resource, kind } = run.operation;
  const strange: Violation[] = [];
  // The members of a custom operation are its own, whatever they are called.
  const guarded = resource.hasWriteRules && kind !== 'custom';
  if (known === undefined && !guarded) return { candidate: { ...value }, strange };
  const candidate: Record<string, unknown> = {};
  const created = guarded && !previous ? createdItem(value, run) : undefined;
  for (const name of Object.keys(value)) {
    const isKnown = known?.includes(name) !== false;
    if (isKnown && (!guarded || canWriteField(name, run, created))) candidate[name] = value[name];
    else if (previous && isRepeated(name, value[name], previous, run)) {
      if (isKnown) candidate[name] = previous[name];
    } else if (known === undefined && !run.readableFields.includes(name)) {
      // A schema that does not list its members may accept unknown ones, so a hidden field is left out like those.
    } else if (strange.length < MOST_STRANGE) strange.push(unknownMemberViolation(name, run, created));
  }
  return { candidate, strange };
}

// The item as it would be created, for rules that look at it: without members that no item lets this user write.
function createdItem(value: Record<string, unknown>, run: OperationRun): Item {
  const writable = Object.entries(value).filter(([name]) => canWriteFieldOfSomeItem(name, run));
  return { ...fixedValues(run), ...Object.fromEntries(writable), ...run.request.scope };
}

// A link that this user may not write is reported as an unknown member, whatever its value is.
function accepted(violations: readonly Violation[], candidate: Record<string, unknown>): readonly Violation[] {
  return violations.filter(({ pointer = '' }) => Object.hasOwn(candidate, pointer.split('/')[1] ?? ''));
}

// What its user sees of the item that is there.
function readableOf(previous: Item, run: OperationRun): readonly string[] {
  const hidden = run.hiddenFields(previous);
  return hidden.length === 0 ? run.readableFields : run.readableFields.filter((name) => !hidden.includes(name));
}

function isRepeated(name: string, value: unknown, previous: Item, run: OperationRun): boolean {
  return readableOf(previous, run).includes(name) && name in previous && isSameValue(value, previous[name]);
}

// PUT replaces what its user reaches; the rest stays as it is.
function keepBeyondReach(candidate: Record<string, unknown>, run: OperationRun, previous: Item): void {
  const { resource, inputMembers = [] } = run.operation;
  if (!resource.hasWriteRules && !resource.hasReadRules) return;
  for (const name of inputMembers) {
    if (name in candidate || !(name in previous)) continue;
    const isBeyond =
      typeof resource.fieldByName.get(name)?.read === 'function' && !readableOf(previous, run).includes(name);
    if (isBeyond || !canWriteField(name, run)) candidate[name] = previous[name];
  }
}

// What the path says need not be sent; when it is, it must say the same.
function fitScope(candidate: Record<string, unknown>, { operation, request: { scope } }: OperationRun): Violation[] {
  const violations: Violation[] = [];
  for (const name in scope) {
    if (operation.inputMembers?.includes(name) === false) continue;
    const sent = candidate[name];
    candidate[name] = scope[name];
    if (sent !== undefined && sent !== scope[name])
      violations.push({ pointer: `/${name}`, detail: 'Must match the path or be omitted', code: 'path_differs' });
  }
  return violations;
}

// Every further one would cost a search for what was meant.
const MOST_STRANGE = 50;

function tooMany(count: number): Violation {
  return { pointer: '', detail: `Expected one item, got ${count}`, code: 'too_many_items' };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
