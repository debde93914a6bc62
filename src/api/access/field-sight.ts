import { allows } from './field-rule.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** The fields a reader sees, in order, and those among them that they see of some items only. */
export interface FieldSight {
  readonly readable: readonly string[];
  readonly byItem: readonly string[];
}

/** Asks the rules of all fields, without an item. */
export function fieldSight({ fields }: ResourceModel, run: OperationRun): FieldSight {
  const readable: string[] = [];
  const byItem: string[] = [];
  for (const { name, read } of fields) {
    const verdict = allows(read, () => run.fieldInput());
    if (verdict === false) continue;
    readable.push(name);
    if (verdict === 'item') byItem.push(name);
  }
  return { readable, byItem };
}

/** The fields of any resource that the reader of a run may see, of some items at least. */
export function readableOf(resource: ResourceModel, run: OperationRun): readonly string[] {
  if (resource === run.operation.resource) return run.readable;
  return resource.guarded ? fieldSight(resource, run).readable : resource.visible;
}

/** May the user of a run change this field, of those that its operation takes? */
export function mayWrite(name: string, run: OperationRun): boolean {
  const field = run.operation.resource.field.get(name);
  return field === undefined || allows(field.write, () => run.fieldInput(run.previous ?? null)) === true;
}

/** Asks the rules of some fields about an item. @returns those that are not seen of it */
export function hiddenFields(item: Item, names: readonly string[], run: OperationRun): readonly string[] {
  const { field } = run.operation.resource;
  const input = run.fieldInput(item);
  return names.filter((name) => allows(field.get(name)!.read, () => input) !== true);
}
