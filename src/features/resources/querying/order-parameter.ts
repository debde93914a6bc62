import { didYouMean } from '../../../core/http/did-you-mean.ts';
import { evaluateFieldRule } from '../access/field-predicate.ts';
import type { OperationParameter } from './operation-parameter.ts';
import { ParameterValueError } from '../filters/parameter-value.ts';
import type { FilterParameter } from '../filters/filter-parameter.ts';
import type { OperationRun } from '../running/operation-run.ts';

const MOST_KEYS = 10;

/** `sort=-title,id`: the fields that the filters for the order name, with a minus for descending (JSON:API 1.1). */
export function sortParameter(orders: readonly FilterParameter[]): OperationParameter {
  const byField = new Map(orders.map((each) => [each.fields[0]!, each]));
  return {
    name: 'sort',
    meaning: 'sort',
    schema: { type: 'string', pattern: '^-?[^,]+(,-?[^,]+)*$' },
    description: `Orders by ${[...byField.keys()].join(', ')}; a minus before one means descending`,
    many: false,
    fieldRules: [],
    apply([text], reading) {
      const keys = text!.split(',', MOST_KEYS + 1);
      if (keys.length > MOST_KEYS) throw new ParameterValueError(`has more than ${MOST_KEYS} keys`);
      for (const key of keys) {
        const field = key.startsWith('-') ? key.slice(1) : key;
        const order = byField.get(field);
        if (order === undefined || !isVisibleParameter(order, reading.run))
          throw unknownKey(field, orders, reading.run);
        reading.addFilter(order, [key.startsWith('-') ? 'desc' : 'asc']);
      }
    },
  };
}

/**
 * May this reader know that the parameter is there? Not where that depends on the item: to filter or order by a field tells of
 * every item what it holds.
 */
export function isVisibleParameter({ fieldRules }: Pick<FilterParameter, 'fieldRules'>, run: OperationRun): boolean {
  for (const guard of fieldRules) if (evaluateFieldRule(guard, () => run.fieldInput()) !== true) return false;
  return true;
}

function unknownKey(field: string, orders: readonly FilterParameter[], run: OperationRun): ParameterValueError {
  const known = orders.filter((each) => isVisibleParameter(each, run)).map(({ fields }) => fields[0]!);
  const meant = didYouMean(field, known);
  return new ParameterValueError(
    `names "${field.slice(0, 100).toWellFormed()}", by which nothing is ordered; ${meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}`}`,
  );
}
