import { operationOf, readListQuery, runOf } from '../api/index.ts';
import type { Subscriber } from '../events/index.ts';
import type { RequestEvent } from '../kernel/index.ts';

/** Understands the query of an operation: filters, order, page, fields; everything that is wrong is told at once (400). */
export class OperationQueryListener implements Subscriber {
  readonly name = 'OperationQueryListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #strict: boolean;

  /** @param strict refuse parameters that nobody knows */
  constructor(strict: boolean) {
    this.#strict = strict;
  }

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onRequest({ context }: RequestEvent): void {
    const run = runOf(context);
    run.query = readListQuery(run, this.#strict);
    run.format.begin?.(run);
    if (!context.trace.recording) return;
    const { sent, filters } = run.query;
    const names = Object.keys(filters);
    if (sent.length > 0)
      context.trace.decide(
        'query',
        names.length > 0 ? `filtered by ${names.join(', ')}` : 'not filtered',
        `${sent.map(([name]) => name).join(', ')} came with the request`,
      );
  }
}
