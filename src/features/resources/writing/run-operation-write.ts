import type { HttpContext } from '../../../core/http/context.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import { messageOf } from '../../../core/http/problem.ts';
import type { Logger } from '../../../core/trace/logger.ts';
import type { TracedContext } from '../../../core/trace/trace.ts';
import { withAfterCommit } from '../stores/after-commit.ts';

/** Runs the write of an operation. Errors of its work after the commit are logged. */
export function runOperationWrite<Result>(
  context: HttpContext,
  logger: Logger,
  write: () => MaybePromise<Result>,
): MaybePromise<Result> {
  return withAfterCommit(write, (error) =>
    logger.log(
      'error',
      'app',
      `Work after a commit failed: ${messageOf(error)}`,
      { exception: error },
      context as TracedContext,
    ),
  );
}
