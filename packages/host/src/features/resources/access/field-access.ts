import { evaluateFieldRule, findReadableFields } from './field-predicate.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';

/** Returns the names of the fields that the user of a run can read, of at least some items. */
export function readableFieldNames(resource: ResourceModel, run: OperationRun): readonly string[] {
  if (resource === run.operation.resource) return run.readableFields;
  return resource.hasReadRules
    ? findReadableFields(resource.fields, () => run.fieldInput()).readable
    : resource.publicFields;
}

/**
 * Returns whether the user of a run may write this field.
 *
 * @param sent the item to be created, not yet validated. A rule for both reading and writing is evaluated for it; a rule for
 *   writing only is evaluated for null
 */
export function canWriteField(name: string, run: OperationRun, sent?: Item): boolean {
  const field = run.operation.resource.fieldByName.get(name);
  if (field === undefined) return true;
  const { read, write } = field;
  const previous = run.read.previous ?? null;
  if (previous !== null || read !== write) return evaluateFieldRule(write, () => run.fieldInput(previous)) === true;
  const verdict = evaluateFieldRule(write, () => run.fieldInput());
  return verdict === 'item' ? allowsUnvalidated(write, run, sent) : verdict;
}

/** Returns whether the user of a run may write this field of at least one item. */
export function canWriteFieldOfSomeItem(name: string, run: OperationRun): boolean {
  const field = run.operation.resource.fieldByName.get(name);
  return field === undefined || evaluateFieldRule(field.write, () => run.fieldInput()) !== false;
}

/** Returns whether an error may name this field or member: the user of the run can read it of some items, or send it. */
export function canNameField(name: string, run: OperationRun): boolean {
  const { resource, inputMembers } = run.operation;
  const isInput = inputMembers?.includes(name) !== false;
  if (!resource.fieldByName.has(name)) return isInput;
  return run.readableFields.includes(name) || (isInput && canWriteField(name, run));
}

// The values are not validated, so a rule may throw for them. Then it denies access.
function allowsUnvalidated(rule: FieldModel['write'], run: OperationRun, sent: Item | undefined): boolean {
  if (sent === undefined) return false;
  try {
    return evaluateFieldRule(rule, () => run.fieldInput(sent)) === true;
  } catch {
    return false;
  }
}
