import { canWriteField } from '../access/field-access.ts';
import { didYouMean } from '../../../core/http/did-you-mean.ts';
import type { Violation } from '../../../core/http/errors.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';

/**
 * Returns the violation for a member that an operation does not accept. A field that this user can neither read nor write
 * is reported exactly as a member that does not exist.
 *
 * @param created the item that is about to be created, where there is none yet
 */
export function unknownMemberViolation(name: string, run: OperationRun, created?: Item): Violation {
  const { inputMembers = [], resource } = run.operation;
  const hidden = run.read.previous ? run.hiddenFields(run.read.previous) : created ? run.readableByItem : [];
  const readable = run.readableFields.filter((each) => !hidden.includes(each));
  const reached = resource.hasWriteRules
    ? inputMembers.filter((each) => readable.includes(each) || canWriteField(each, run, created))
    : inputMembers;
  return violationOf(name, reached, readable.includes(name));
}

/** Returns the violation for a member that the user can read but not write. */
export function readOnlyMemberViolation(name: string): Violation {
  return violationOf(name, [], true);
}

function violationOf(name: string, known: readonly string[], readOnly: boolean): Violation {
  const pointer = `/${name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (readOnly) return { pointer, detail: 'Cannot be written', code: 'read_only' };
  const meant = didYouMean(name, known);
  const detail = meant
    ? `Unknown member; did you mean "${meant}"?`
    : `Unknown member; known members: ${known.join(', ')}`;
  return { pointer, detail, code: 'unknown_member' };
}
