import type { OperationRun } from '../running/operation-run.ts';
import { isVisibleParameter } from '../querying/order-parameter.ts';
import type { FilterParameter } from '../filters/filter-parameter.ts';

/** The filters that this reader may use: those on fields they see. */
export function usableParameters(run: OperationRun): FilterParameter[] {
  return [...run.operation.resource.filterParameters.values()].filter((each) => isVisibleParameter(each, run));
}
