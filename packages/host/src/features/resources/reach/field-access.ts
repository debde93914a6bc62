import { evaluateFieldRule, findReadableFields } from '../model/field-predicate.ts';
import type { OperationCall, BodyRequest } from '../model/operation-call.ts';
import type { Item } from '../model/reach.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';

/** Returns the names of the fields that the user of a call can read, of at least some items. */
export function readableFieldNames(resource: ResourceModel, call: OperationCall): readonly string[] {
  if (resource === call.operation.resource) return call.readableFields;
  return resource.hasReadRules
    ? findReadableFields(resource.fields, () => call.fieldInput()).readable
    : resource.publicFields;
}

/**
 * Returns whether the user of a call may write this field.
 *
 * @param sent the item to be created, not yet validated. A rule for both reading and writing is evaluated for it; a rule for
 *   writing only is evaluated for null
 */
export function canWriteField(name: string, call: BodyRequest, sent?: Item): boolean {
  const field = call.operation.resource.fieldByName.get(name);
  if (field === undefined) return true;
  const { read, write } = field;
  const previous = call.previous ?? null;
  if (previous !== null || read !== write) return evaluateFieldRule(write, () => call.fieldInput(previous)) === true;
  const verdict = evaluateFieldRule(write, () => call.fieldInput());
  return verdict === 'item' ? allowsUnvalidated(write, call, sent) : verdict;
}

/** Returns whether the user of a call may write this field of at least one item. */
export function canWriteFieldOfSomeItem(name: string, call: BodyRequest): boolean {
  const field = call.operation.resource.fieldByName.get(name);
  return field === undefined || evaluateFieldRule(field.write, () => call.fieldInput()) !== false;
}

/** Returns whether an error may name this field or member: the user of the call can read it of some items, or send it. */
export function canNameField(name: string, call: BodyRequest): boolean {
  const { resource, inputMembers } = call.operation;
  const isInput = inputMembers?.includes(name) !== false;
  if (!resource.fieldByName.has(name)) return isInput;
  return call.readableFields.includes(name) || (isInput && canWriteField(name, call));
}

// The values are not validated, so a rule may throw for them. Then it denies access.
function allowsUnvalidated(rule: FieldModel['write'], call: BodyRequest, sent: Item | undefined): boolean {
  if (sent === undefined) return false;
  try {
    return evaluateFieldRule(rule, () => call.fieldInput(sent)) === true;
  } catch {
    return false;
  }
}
