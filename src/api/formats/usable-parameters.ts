import type { OperationRun } from '../operation-run.ts';
import { isKnown } from '../order-parameter.ts';
import type { QueryParameter } from '../query-parameter.ts';

/** The filters that this reader may use: those on fields they see. */
export function usableParameters(run: OperationRun): QueryParameter[] {
  return [...run.operation.resource.parameters.values()].filter((each) => isKnown(each, run));
}
