import { UnprocessableContentError, isPromise, parseSchema } from '../http/index.ts';
import type { Violation } from '../http/index.ts';
import { patchedInput, sentInput } from './input.ts';
import type { OperationRun } from './operation-run.ts';

/**
 * Holds what was sent against the schema of the operation.
 * @throws {UnprocessableContentError} 422 (or rejects) with every violation and its JSON pointer
 */
export function validateInput(run: OperationRun): void | PromiseLike<void> {
  const { operation, body } = run;
  const { candidate, violations } = body?.kind === 'patch' ? patchedInput(run) : sentInput(run);
  const told = new Set(violations.map(({ pointer }) => pointer));
  const refuse = (more: readonly Violation[]): Error =>
    new UnprocessableContentError([...violations, ...more.filter(({ pointer }) => !told.has(pointer))]);
  const value = parseSchema(operation.input!, candidate, refuse, run.context.language);
  const take = (settled: unknown): void => {
    if (violations.length > 0) throw refuse([]);
    run.accept(settled);
  };
  return isPromise(value) ? value.then(take) : take(value);
}
