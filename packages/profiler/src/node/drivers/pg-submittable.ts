import { keepScope } from './keep-scope.ts';
import type { Method } from './replace-method.ts';
import type { RecordedQuery } from './record-query.ts';

/**
 * Observes a query object of `pg` that the application created: a cursor, a stream of rows or a `Query`. The client calls
 * its methods when something arrives; they emit the events of the application, so they run in the scope of the request.
 */
export function observeSubmittable(query: object, record: RecordedQuery): void {
  const observers: Record<string, (argument: unknown) => void> = {
    handleRowDescription() {},
    handlePortalSuspended() {},
    handleEmptyQuery() {},
    handleDataRow: () => void record.rows++,
    handleCommandComplete: (message) => (record.rows ||= affectedRows(message)),
    handleReadyForQuery: () => record.end(),
    handleError: (error) => {
      record.error = error;
      record.end();
    },
  };
  const methods = query as Record<string, unknown>;
  for (const [name, observe] of Object.entries(observers)) {
    const original = methods[name];
    if (typeof original !== 'function') continue;
    Object.defineProperty(query, name, {
      value: keepScope(function (...args: unknown[]) {
        observe(args[0]);
        return (original as Method).apply(this, args);
      }),
      writable: true,
      configurable: true,
      enumerable: Object.getOwnPropertyDescriptor(query, name)?.enumerable ?? false,
    });
  }
}

// The text is a command and its numbers, such as "INSERT 0 3".
function affectedRows(message: unknown): number {
  const last = String((message as { text?: unknown }).text)
    .split(' ')
    .at(-1);
  return Number(last) || 0;
}
