import type { OperationRun } from '../running/operation-run.ts';
import { isVisibleParameter } from '../querying/order-parameter.ts';
import type { FilterParameter } from '../filters/filter-parameter.ts';

/** Returns the query parameters of filters on fields that the user can read. */
export function usableParameters(run: OperationRun): FilterParameter[] {
  return [...run.operation.resource.filterParameters.values()].filter((each) => isVisibleParameter(each, run));
}
