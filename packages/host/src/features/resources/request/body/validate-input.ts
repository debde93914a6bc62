import { UnprocessableContentError, andThen } from 'oriel-core/http';
import type { MaybePromise, Violation } from 'oriel-core/http';
import { parsePointer } from '../../../../http/json.ts';
import { parseSchema } from '../../../../http/parse-schema.ts';
import { canNameField, canWriteField } from '../../reach/field-access.ts';
import { createCandidate } from './input.ts';
import type { InputCandidate } from './input.ts';
import { assertLinks, collectLinks } from './validate-links.ts';
import type { PendingWrite, ValidatedInput } from '../../model/operation-call.ts';
import { message } from 'oriel-core/messages';
import { assertIdentifier, assertTenant } from './assert-identifier.ts';
import { changedMembers } from './changed-members.ts';
import { keepMembers } from './keep-members.ts';

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
