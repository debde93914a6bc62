import { OperationRun } from '../running/operation-run.ts';
import { notAcceptable } from '../responses/not-acceptable.ts';
import { operationOf } from '../model/operation.ts';
import type { Format } from '../formats/format.ts';
import type { Operation } from '../model/operation.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import { NotFoundError } from '../../../core/http/errors.ts';
import { Negotiator } from '../../../core/http/negotiation.ts';
import type { RequestEvent } from '../../../core/kernel/events.ts';

/**
 * Begins the run of an operation by choosing what its answer is written in: the suffix of the path decides, else the
 * Accept header (RFC 9110 §12.5.1). A suffix that the Accept header does not take is a 406 like any other.
 */
export class FormatListener implements Subscriber {
  readonly name = 'FormatListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  // A suffix leaves one format, which the header must still take.
  readonly #alone = new Map<Format, Negotiator<Format>>();

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onRequest(event: RequestEvent): void {
    const { context } = event;
    const operation = operationOf(context.route!.data)!;
    const run = new OperationRun(operation, context);
    context.operation = run;
    const suffix = context.params['_format'] as string | null | undefined;
    const offers = suffix === null || suffix === undefined ? operation.negotiator : this.#only(operation, suffix);
    if (offers === undefined)
      return event.fail(
        new NotFoundError(`Format "${suffix!.slice(0, 50)}" is not supported`, { type: '/problems/format' }),
      );
    const { offer, because } = offers.negotiate(context.headers.get('accept'));
    if (offer === undefined)
      return event.fail(
        notAcceptable(context.headers.get('accept'), suffix ? [this.#named(operation, suffix)!] : operation.formats),
      );
    run.format = offer;
    run.formatBecause = suffix ? `the path ends in .${suffix}` : because;
    if (context.trace.recording) context.trace.decide('format', offer.name, run.formatBecause);
  }

  #only(operation: Operation, suffix: string): Negotiator<Format> | undefined {
    const format = this.#named(operation, suffix);
    if (format === undefined) return undefined;
    const known = this.#alone.get(format);
    if (known) return known;
    const negotiator = new Negotiator([format]);
    this.#alone.set(format, negotiator);
    return negotiator;
  }

  #named(operation: Operation, suffix: string): Format | undefined {
    return operation.formats.find(({ name }) => name === suffix);
  }
}
