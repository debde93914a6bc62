import { OperationRun } from '../running/operation-run.ts';
import type { Collector } from '../../../profiler/collector.ts';
import { recordedOperation } from './recorded-operation.ts';
import { operationQueryOf, recordedRun } from './recorded-run.ts';

/**
 * What the panels of resources show: what was declared, once per operation, and what a request came to. The profiler's
 * room may not know the api's; the host, who knows both, hands it over.
 */
export const operationCollectors: readonly Collector[] = [
  {
    name: 'operation',
    repeats: true,
    collect({ context: { operation: run } }) {
      return run instanceof OperationRun ? recordedOperation(run.operation, operationQueryOf(run)) : undefined;
    },
  },
  { name: 'run', collect: ({ context, redactor }) => recordedRun(context, redactor) },
];
