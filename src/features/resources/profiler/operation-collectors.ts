import { OperationRun } from '../running/operation-run.ts';
import type { Collector } from '../../../profiler/collector.ts';
import { recordedOperation } from './recorded-operation.ts';
import { operationQueryOf, recordedRun } from './recorded-run.ts';

/**
 * Collectors for the panels of resources: the declaration of an operation, stored once per operation, and the state of the
 * request. Registered by the host, because the profiler does not import features.
 */
export const operationCollectors: readonly Collector[] = [
  {
    name: 'operation',
    collect({ context: { operation: run } }) {
      return run instanceof OperationRun ? recordedOperation(run.operation, operationQueryOf(run)) : undefined;
    },
  },
  { name: 'run', collect: ({ context, redactor }) => recordedRun(context, redactor) },
];
