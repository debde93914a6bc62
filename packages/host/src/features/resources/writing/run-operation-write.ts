import type { HttpContext, MaybePromise } from 'oriel-core/http';
import { messageOf } from 'oriel-core/http';
import type { Logger, TracedContext } from 'oriel-core/trace';
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
