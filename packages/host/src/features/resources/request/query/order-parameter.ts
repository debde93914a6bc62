import { didYouMean } from 'oriel-core/http';
import { evaluateFieldRule } from '../../model/field-predicate.ts';
import type { QueryParameter } from './query-builder.ts';
import { ParameterValueError } from '../../model/parameter-value.ts';
import type { FilterParameter } from '../../model/filter-parameter.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { message } from 'oriel-core/messages';

const MAX_KEYS = 10;

/** Creates the parameter `sort=-title,id` of JSON:API 1.1 for filters of orders; a minus means descending. */
export function sortParameter(orders: readonly FilterParameter[]): QueryParameter {
  const byField = new Map(orders.map((each) => [each.fields[0]!, each]));
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
        if (order === undefined || !isVisibleParameter(order, builder.call))
          throw unknownKeyError(field, orders, builder.call);
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

function unknownKeyError(field: string, orders: readonly FilterParameter[], call: OperationCall): ParameterValueError {
  const known = orders.filter((each) => isVisibleParameter(each, call)).map(({ fields }) => fields[0]!);
  const meant = didYouMean(field, known);
  const sent = { name: field.slice(0, 100).toWellFormed() };
  return new ParameterValueError(
    meant === undefined
      ? message('parameter.unknown-order', { ...sent, names: known.join(', ') })
      : message('parameter.unknown-order-did-you-mean', { ...sent, meant }),
  );
}

/** Returns the query parameters of filters on fields that the user can read. */
export function usableParameters(call: OperationCall): FilterParameter[] {
  return [...call.operation.resource.filterParameters.values()].filter((each) => isVisibleParameter(each, call));
}
