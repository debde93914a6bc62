import { UnprocessableContentError, isPromise, parseSchema } from '../../http/index.ts';
import type { Violation } from '../../http/index.ts';
import { patchedInput, sentInput } from './input.ts';
import type { OperationRun } from '../running/operation-run.ts';

/**
 * Holds what was sent against the schema of the operation.
 * @throws {UnprocessableContentError} 422 (or rejects) with every violation and its JSON pointer
 */
export function validateInput(run: OperationRun): void | PromiseLike<void> {
  const { operation, body } = run;
  const { candidate, violations } = body?.kind === 'patch' ? patchedInput(run) : sentInput(run);
  const value = parseSchema(operation.input!, candidate, (more) => refusal(violations, more), run.context.language);
  return isPromise(value) ? value.then((settled) => take(run, settled, violations)) : take(run, value, violations);
}

function take(run: OperationRun, settled: unknown, violations: readonly Violation[]): void {
  if (violations.length > 0) throw refusal(violations, []);
  run.accept(settled);
}

// What was found before the schema was asked says more about its place.
function refusal(violations: readonly Violation[], more: readonly Violation[]): Error {
  const told = new Set(violations.map(({ pointer }) => pointer));
  return new UnprocessableContentError([...violations, ...more.filter(({ pointer }) => !told.has(pointer))]);
}
