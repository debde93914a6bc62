import { setTimeout } from 'node:timers/promises';
import { getMessage } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { Logger, TracedContext } from 'oriel-core/trace';
import { withAfterCommit } from '../source/after-commit.ts';
import { isTransactionConflict } from '../source/transaction-conflict.ts';
import type { OperationCall } from '../model/operation-call.ts';

/**
 * Runs a write of an operation, and then the work that its functions left to the commit. Errors of that work are logged. A write
 * whose transaction the database has rolled back because of another one is repeated.
 *
 * @param isAtomic whether a write that fails has stored nothing; others are not repeated
 */
export async function runWrite<Result>(
  call: OperationCall,
  logger: Logger,
  isAtomic: boolean,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let retry = 1; ; retry++) {
    try {
      return await runOnce(call, logger, write);
    } catch (error) {
      if (!isAtomic || retry > MAX_RETRIES || !isTransactionConflict(error)) throw error;
      reportRetry(call, logger, retry, error);
      // The other transaction may need a moment to end, and several requests must not meet again.
      await setTimeout(retry * PAUSE_MS * (1 + Math.random()));
    }
  }
}

const MAX_RETRIES = 2;
const PAUSE_MS = 5;

function runOnce<Result>(
  { context, operation }: OperationCall,
  logger: Logger,
  write: () => Promise<Result>,
): MaybePromise<Result> {
  // Only functions of the application do work after a commit.
  const { process, on, defaults } = operation.resource.definition;
  if (!operation.custom && !process && !on && !defaults) return write();
  return withAfterCommit(write, (exception) => {
    const text = `Work after a commit failed: ${getMessage(exception)}`;
    logger.log('error', 'app', text, { exception }, context as TracedContext);
  });
}

function reportRetry({ context, operation }: OperationCall, logger: Logger, retry: number, error: unknown): void {
  const because = `the database rolled its transaction back: ${getMessage(error)}`;
  const { trace } = context as TracedContext;
  if (trace.recording) trace.decide('transaction', 'repeated', because);
  const text = `The write of ${operation.name} is repeated, because ${because}`;
  logger.log('info', 'app', text, { retry, exception: error }, context as TracedContext);
}
