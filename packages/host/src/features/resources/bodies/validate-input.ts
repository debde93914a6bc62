import { UnprocessableContentError, andThen } from 'oriel-core/http';
import { parsePointer } from '../../../http/json.ts';
import { parseSchema } from '../../../http/parse-schema.ts';
import type { Violation } from 'oriel-core/http';
import { canNameField, canWriteField } from '../access/field-access.ts';
import { patchedInput, bodyInput } from './input.ts';
import type { InputCandidate } from './input.ts';
import { validateLinks, collectLinks } from './validate-links.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { message } from 'oriel-core/messages';
import { assertIdentifier } from './assert-identifier.ts';
import { assertLinks } from './assert-links.ts';
import { assertTenant } from './assert-tenant.ts';
import { changedMembers } from './changed-members.ts';
import { keepMembers } from './keep-members.ts';

/**
 * Validates the body against the schema of the operation, and checks that the user can read the items it links to.
 * @throws {UnprocessableContentError} 422 (or rejects) with all violations and their JSON pointers
 */
export function validateInput(run: OperationRun): void | PromiseLike<void> {
  return andThen(validateMembers(run), () => validateLinks(run));
}

/**
 * Validates the body against the schema of the operation and sets `run.request.links`, which the caller has to check.
 * @throws {UnprocessableContentError} 422 (or rejects) with all violations and their JSON pointers
 */
export function validateMembers(run: OperationRun): void | PromiseLike<void> {
  const {
    operation,
    request: { body },
  } = run;
  const input = body?.kind === 'patch' ? patchedInput(run) : bodyInput(run);
  const fail = (more: readonly Violation[]): Error => inputError(run, input.violations, more);
  const schema =
    body?.kind === 'patch' ? keepMembers(operation.input!, input.candidate, run.read.previous) : operation.input!;
  const value = parseSchema(schema, input.candidate, fail, run.context.language);
  return andThen(value, (validated) => setInput(run, validated, input));
}

function setInput(run: OperationRun, validated: unknown, { violations, sent, visible }: InputCandidate): void {
  if (violations.length > 0) throw inputError(run, violations, []);
  run.request.input = validated;
  if (run.operation.kind === 'patch')
    run.request.changes = changedMembers(
      validated,
      run.read.previous!,
      run.operation.inputMembers ?? removableFields(run),
    );
  assertIdentifier(run, validated);
  assertTenant(run, validated);
  assertLinks(run, validated);
  run.request.links = collectLinks(run, sent, visible ?? []);
}

// The members that a patch can remove, for schemas that do not list their members.
function removableFields(run: OperationRun): readonly string[] {
  const hidden = run.hiddenFields(run.read.previous!);
  return run.readableFields.filter((name) => !hidden.includes(name) && canWriteField(name, run));
}

// Violations found before schema validation are more specific, so they replace those of the schema at the same place.
function inputError(run: OperationRun, violations: readonly Violation[], more: readonly Violation[]): Error {
  const reported = new Set(violations.map(({ pointer }) => pointer));
  const further = more.filter(({ pointer }) => !reported.has(pointer));
  return new UnprocessableContentError([...violations, ...withoutHiddenFields(further, run)]);
}

// Violations of fields that the user can neither read nor write are replaced by one that does not name them.
function withoutHiddenFields(violations: readonly Violation[], run: OperationRun): readonly Violation[] {
  const { resource, kind } = run.operation;
  if (!resource.hasWriteRules || kind === 'custom') return violations;
  const named = violations.filter(({ pointer = '' }) => {
    const name = parsePointer(pointer)?.[0];
    return name === undefined || canNameField(name, run);
  });
  return named.length === violations.length ? violations : [...named, HIDDEN];
}

const HIDDEN: Violation = Object.freeze({
  pointer: '',
  detail: message('member.hidden-requirement'),
  code: 'hidden_value',
});
