import { NotFoundError } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Logger } from 'oriel-core/trace';
import { selectDeclared } from '../../../http/declared-output.ts';
import { toResponse } from '../../../kernel/call-controller.ts';
import { READ_METHODS } from '../../../http/methods.ts';
import type { ReportOutput } from '../../../listeners/report-output.ts';
import { file } from '../../../server/file.ts';
import type { AnyFunction } from '../declare/resource-functions.ts';
import type { Item } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';
import { writeScope } from '../reach/write-scope.ts';
import { isWrittenItem } from '../represent/create-response.ts';
import { addToResult } from '../source/compute-fields.ts';
import { assertOwnItem } from '../source/own-item.ts';
import { functionInput } from '../source/source-context.ts';
import { notifyChange } from './item-change.ts';
import { isAtomic, runTransaction } from './locked-write.ts';
import { getRun } from './operation-run.ts';
import type { OperationRun } from './operation-run.ts';
import { findItem } from './read-item.ts';
import { runAfterHooks, runBeforeHooks } from './run-hooks.ts';
import { runWrite } from './run-write.ts';
import { storeResponse, storeResult } from './stored-response.ts';

/** Creates the controller of a custom operation, which calls its function. */
export function createCustomHandle({ method }: Operation, logger: Logger, report: ReportOutput) {
  return async ({ context }: { readonly context: HttpContext }): Promise<unknown> => {
    const run = getRun(context);
    if (READ_METHODS.has(method)) return callFunction(run, report);
    return runWrite(run, logger, isAtomic(run), () => performCustom(run, report));
  };
}

/** Performs a custom operation that writes. The change of its item is published after the transaction. */
async function performCustom(run: OperationRun, report: ReportOutput): Promise<unknown> {
  const { hooks, hasItem, resource } = run.operation;
  let written: Item | null = null;
  const result = await runTransaction(run, async () => {
    if (hooks !== undefined) await runBeforeHooks(run);
    const returned = await callFunction(run, report);
    // The function may have changed it in any way, also so that its user can no longer read it.
    const isRead = hasItem && (hooks !== undefined || resource.onChange !== undefined);
    written = isRead ? ((await findItem(run, run.id!, 'hidden')) ?? null) : null;
    if (hooks !== undefined) await runAfterHooks(run, written, returned);
    run.next = isWrittenItem(returned, run) ? returned : undefined;
    if (run.claim === undefined) return returned;
    const response = toResponse(returned);
    if (response !== undefined) return storeResponse(run.claim, response);
    run.stored = await storeResult(run, run.claim, returned, run);
    return returned;
  });
  if (hasItem) notifyChange(run, written);
  return result;
}

async function callFunction(run: OperationRun, report: ReportOutput): Promise<unknown> {
  const { operation, previous: item, input: body, reach, context } = run;
  const { output: schema } = operation;
  const result = await (operation.custom!.handle as AnyFunction)(
    functionInput(run, {
      item,
      id: run.id && operation.resource.identifier.fromKeys(run.id),
      body,
      scope: writeScope(run),
    }),
  );
  // A result with a schema of its own is not an item.
  if (schema === undefined) {
    if (result === null) throw missingItem(operation, context);
    return addToResult(assertOwnItem(result, operation, reach), operation.resource, run);
  }
  const setting = `custom.${operation.name.split('.').at(-1)}.output`;
  const output = { schema, side: 'output', subject: `The result of operation "${operation.name}"`, setting } as const;
  return result instanceof Blob ? file(result) : selectDeclared(result, output, (text) => report(text, context));
}

// A store returns null for an item that was deleted meanwhile.
function missingItem({ hasItem, resource }: Operation, { path }: HttpContext): NotFoundError {
  return new NotFoundError(
    hasItem
      ? message('item.type-deleted-meanwhile', { type: resource.type })
      : message('request.nothing-at-path', { path }),
  );
}
