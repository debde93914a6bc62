import { isObject } from 'oriel-core/http';
import { spreadable } from '../../../http/spreadable.ts';
import { OperationInput } from '../declare/field-input.ts';
import type { Item } from '../model/reach.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';

/**
 * Adds the fields that functions of the application compute to items. Each function is called once for all items.
 *
 * @param fields the fields to compute; all by default
 * @returns the same items if there is nothing to compute
 * @throws {TypeError} (as a rejection) if a function does not return a value for each item
 */
export async function addComputedFields(
  items: readonly Item[],
  resource: ResourceModel,
  call: OperationCall,
  fields?: readonly string[],
): Promise<readonly Item[]> {
  const wanted = computedByFunctions(resource).filter(({ name }) => fields?.includes(name) !== false);
  if (wanted.length === 0 || items.length === 0) return items;
  const input = spreadable(new OperationInput(call.context, call.uri));
  const values = await Promise.all(
    wanted.map(async ({ name, compute }) => {
      const found = await compute!(items, input);
      if (Array.isArray(found) && found.length === items.length) return found as readonly unknown[];
      const given = Array.isArray(found) ? `${found.length} values` : typeof found;
      throw new TypeError(
        `computed.${name} of "${resource.name}" returned ${given} for ${items.length} items; return an array with one value for each item, in their order`,
      );
    }),
  );
  return items.map((item, row) => ({
    ...item,
    ...Object.fromEntries(wanted.map(({ name }, column) => [name, values[column]![row]])),
  }));
}

/** Adds the computed fields to what a custom operation returns: an item, or a list of items. */
export async function addToResult(result: unknown, resource: ResourceModel, call: OperationCall): Promise<unknown> {
  const isItem = (value: unknown): value is Item =>
    isObject(value) && resource.identifier.keys.every((key) => Object.hasOwn(value, key));
  if (Array.isArray(result) && result.every(isItem)) return addComputedFields(result, resource, call);
  return isItem(result) ? (await addComputedFields([result], resource, call))[0] : result;
}

/** Returns the fields that functions of the application compute. */
export function computedByFunctions({ computedFields }: ResourceModel): readonly FieldModel[] {
  return computedFields.filter(({ compute }) => compute !== undefined);
}
