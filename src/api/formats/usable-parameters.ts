import type { OperationRun } from '../operation-run.ts';
import type { QueryParameter } from '../query-parameter.ts';

/** The filters that this reader may use: those on fields they see. */
export function usableParameters({ operation, readable }: OperationRun): QueryParameter[] {
  const all = [...operation.resource.parameters.values()];
  if (!operation.resource.guarded) return all;
  return all.filter(({ fields }) => fields.every((field) => readable.includes(field.split('.', 1)[0]!)));
}
