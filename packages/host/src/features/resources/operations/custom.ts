import type { HttpContext } from 'oriel-core/http';
import { selectDeclared } from '../../../http/declared-output.ts';
import { READ_METHODS } from '../../../http/methods.ts';
import type { ReportOutput } from '../../../listeners/report-output.ts';
import type { AnyFunction } from '../declare/resource-functions.ts';
import type { Operation } from '../model/operation.ts';
import { writeScope } from '../reach/write-scope.ts';
import { assertOwnItem } from '../source/own-item.ts';
import { functionInput } from '../source/source-context.ts';
import { isAtomic, runTransaction } from './locked-write.ts';
import { getRun } from './operation-run.ts';
import type { OperationRun } from './operation-run.ts';
import { findItem } from './read-item.ts';
import { runAfterHooks, runBeforeHooks } from './run-hooks.ts';
import { runWrite } from './run-write.ts';
import type { WriteOptions } from './run-write.ts';

/** How custom operations are run. */
export interface CustomOptions extends WriteOptions {
  readonly report: ReportOutput;
}

/** Creates the controller of a custom operation, which calls its function. */
export function createCustomHandle(operation: Operation, options: CustomOptions) {
  const isRead = READ_METHODS.has(operation.method);
  return async ({ context }: { readonly context: HttpContext }): Promise<unknown> => {
    const run = getRun(context);
    const call = async (): Promise<unknown> => callFunction(run, options.report);
    if (isRead) return call();
    const write = operation.hooks === undefined ? call : async () => callWithHooks(run, call);
    return runWrite(run, options, isAtomic(run), async () => runTransaction(run, write));
  };
}

async function callWithHooks(run: OperationRun, call: () => Promise<unknown>): Promise<unknown> {
  await runBeforeHooks(run);
  const result = await call();
  const next = run.operation.hasItem ? await findItem(run, run.id!, true) : undefined;
  await runAfterHooks(run, next ?? null, result);
  return result;
}

async function callFunction(run: OperationRun, report: ReportOutput): Promise<unknown> {
  const { operation, previous: item, input: body, reach, context } = run;
  const { handle, outputSchema: schema } = operation.custom!;
  const result = await (handle as AnyFunction)(functionInput(run, { item, body, scope: writeScope(run) }));
  // A result with a schema of its own is not an item.
  if (schema === undefined) return assertOwnItem(result, operation, reach);
  const setting = `custom.${operation.name.split('.').at(-1)}.outputSchema`;
  const output = { schema, side: 'output', subject: `The result of operation "${operation.name}"`, setting } as const;
  return selectDeclared(result, output, (text) => report(text, context));
}
