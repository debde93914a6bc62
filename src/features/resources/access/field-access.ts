import { evaluateFieldRule } from './field-predicate.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';

/** The fields a reader sees, in order, and those among them that they see of some items only. */
export interface ReadableFields {
  readonly readable: readonly string[];
  readonly itemDependent: readonly string[];
}

/** Asks the rules of all fields, without an item. */
export function findReadableFields({ fields }: ResourceModel, run: OperationRun): ReadableFields {
  const readable: string[] = [];
  const byItem: string[] = [];
  for (const { name, read } of fields) {
    const verdict = evaluateFieldRule(read, () => run.fieldInput());
    if (verdict === false) continue;
    readable.push(name);
    if (verdict === 'item') byItem.push(name);
  }
  return { readable, itemDependent: byItem };
}

/** The fields of any resource that the reader of a run may see, of some items at least. */
export function readableFieldNames(resource: ResourceModel, run: OperationRun): readonly string[] {
  if (resource === run.operation.resource) return run.readableFields;
  return resource.hasReadRules ? findReadableFields(resource, run).readable : resource.publicFields;
}

/**
 * Returns whether the user of a run may write this field, of those that its operation takes.
 *
 * @param sent the item that is about to be created, not yet validated. A rule that restricts both reading and writing is
 *   asked about it; a rule for writing alone is asked about null
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

// The values are as they were received, so a rule may fail on them: then it does not allow anything.
function allowsUnvalidated(rule: FieldModel['write'], run: OperationRun, sent: Item | undefined): boolean {
  if (sent === undefined) return false;
  try {
    return evaluateFieldRule(rule, () => run.fieldInput(sent)) === true;
  } catch {
    return false;
  }
}

/** Asks the rules of some fields about an item. @returns those that are not seen of it */
export function hiddenFields(item: Item, names: readonly string[], run: OperationRun): readonly string[] {
  const { fieldByName } = run.operation.resource;
  const input = run.fieldInput(item);
  return names.filter((name) => evaluateFieldRule(fieldByName.get(name)!.read, () => input) !== true);
}
