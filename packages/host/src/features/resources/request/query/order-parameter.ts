import { evaluateFieldRule } from '../../model/field-predicate.ts';
import type { QueryParameter } from './query-builder.ts';
import { ParameterValueError, describeUnknown } from '../../model/parameter-value.ts';
import type { FilterParameter } from '../../model/filter-parameter.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { message } from 'oriel-core/messages';

const MAX_KEYS = 10;

/** Creates the parameter `sort=-title,id` of JSON:API 1.1 for filters of orders; a minus means descending. */
export function sortParameter(orders: readonly FilterParameter[]): QueryParameter {
  const byField = new Map(orders.map((order) => [order.fields[0]!, order]));
  return {
    name: 'sort',
    meaning: 'sort',
    schema: { type: 'string', pattern: '^-?[^,]+(,-?[^,]+)*$' },
    description: `Orders by ${[...byField.keys()].join(', ')}; a minus before one means descending`,
    many: false,
    fieldRules: [],
    apply([text], builder) {
      const keys = text!.split(',', MAX_KEYS + 1);
      if (keys.length > MAX_KEYS)
        throw new ParameterValueError(message('parameter.too-many-keys', { count: MAX_KEYS }));
      for (const key of keys) {
        const field = key.startsWith('-') ? key.slice(1) : key;
        const order = byField.get(field);
        if (order === undefined || !isVisibleParameter(order, builder.call)) {
          const visible = orders.filter((other) => isVisibleParameter(other, builder.call));
          const known = visible.map(({ fields: [first] }) => first!);
          throw new ParameterValueError(describeUnknown('order', field, known));
        }
        builder.addFilter(order, [key.startsWith('-') ? 'desc' : 'asc']);
      }
    },
  };
}

/**
 * Returns whether a parameter exists for the user of a call. A rule that depends on the item hides it, because filtering and
 * sorting by a field reveal its value in every item.
 */
export function isVisibleParameter({ fieldRules }: Pick<FilterParameter, 'fieldRules'>, call: OperationCall): boolean {
  for (const guard of fieldRules) if (evaluateFieldRule(guard, () => call.fieldInput()) !== true) return false;
  return true;
}

/** Returns whether the user of a call has a parameter with this name, or one that begins with it: `price` for `price[gt]`. */
export function hasNameOrPrefix(
  parameters: Iterable<Pick<FilterParameter, 'name' | 'fieldRules'>>,
  name: string,
  call: OperationCall,
): boolean {
  for (const parameter of parameters)
    if ((parameter.name === name || parameter.name.startsWith(`${name}[`)) && isVisibleParameter(parameter, call))
      return true;
  return false;
}

/** Returns the query parameters of filters on fields that the user can read. */
export function usableParameters(call: OperationCall): FilterParameter[] {
  return [...call.operation.resource.filterParameters.values()].filter((parameter) =>
    isVisibleParameter(parameter, call),
  );
}
