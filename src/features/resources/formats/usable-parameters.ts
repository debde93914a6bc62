import type { OperationRun } from '../running/operation-run.ts';
import { isKnown } from '../querying/order-parameter.ts';
import type { QueryParameter } from '../filters/query-parameter.ts';

/** The filters that this reader may use: those on fields they see. */
export function usableParameters(run: OperationRun): QueryParameter[] {
  return [...run.operation.resource.parameters.values()].filter((each) => isKnown(each, run));
}
