import { keepScope } from './keep-scope.ts';
import { withoutOwnFrames } from '../own-frames.ts';
import type { Method } from './replace-method.ts';
import type { RecordedQuery } from './record-query.ts';

/** Returns the number of rows that a query returned or changed. Several statements have several results and lists of fields. */
export function countRows(result: unknown, fields: unknown): number {
  if (!Array.isArray(result)) return (result as { affectedRows?: number } | undefined)?.affectedRows ?? 0;
  const several = Array.isArray(fields) && fields.some((field) => field === undefined || Array.isArray(field));
  return several ? result.reduce<number>((sum, element) => sum + countRows(element, undefined), 0) : result.length;
}

/** Observes the events of a command without a callback. They are emitted in the scope of the request that created it. */
export function observeCommand(command: object, query: RecordedQuery): void {
  const { emit } = command as { emit?: Method };
  if (typeof emit !== 'function') return;
  // The list of fields comes before the rows of a result. A statement without rows has none.
  let fields: unknown;
  const value = keepScope(function (this: unknown, ...args: unknown[]) {
    const [event, argument] = args;
    if (event === 'fields') fields = argument;
    if (event === 'result') query.rows += fields === undefined ? countRows(argument, undefined) : 1;
    if (event === 'data') query.rows++;
    if (event === 'error') query.error = withoutOwnFrames(argument);
    if (event === 'end' || event === 'error') query.end();
    return emit.apply(this, args);
  });
  Object.defineProperty(command, 'emit', { value, writable: true, configurable: true });
}
