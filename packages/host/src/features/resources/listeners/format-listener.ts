import { OperationRun } from '../running/operation-run.ts';
import { notAcceptable } from '../responses/not-acceptable.ts';
import { operationOf } from '../model/operation.ts';
import type { Format } from '../formats/format.ts';
import type { Operation } from '../model/operation.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { NotFoundError, Negotiator } from 'oriel-core/http';
import type { RequestEvent } from '../../../kernel/events.ts';
import { message } from 'oriel-core/messages';

/**
 * Creates the run of an operation and negotiates the format of its response: by the suffix of the path, otherwise by the Accept
 * header (RFC 9110 §12.5.1). Responds with 406 if no format is acceptable, also when the Accept header excludes the suffix.
 */
export class FormatListener implements Subscriber {
  readonly name = 'FormatListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  // Negotiators of a single format, for paths with a suffix.
  readonly #bySuffix = new Map<Format, Negotiator<Format>>();

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onRequest(event: RequestEvent): void {
    const { context } = event;
    const operation = operationOf(context.route!.data)!;
    const run = new OperationRun(operation, context);
    context.operation = run;
    const suffix = context.params['_format'] as string | null | undefined;
    const offers =
      suffix === null || suffix === undefined ? operation.negotiator : this.#negotiatorOf(operation, suffix);
    if (offers === undefined)
      return event.fail(
        new NotFoundError(message('format.unsupported', { format: suffix!.slice(0, 50) }), {
          type: '/problems/format',
        }),
      );
    const { offer, because } = offers.negotiate(context.headers.get('accept'));
    if (offer === undefined)
      return event.fail(
        notAcceptable(
          context.headers.get('accept'),
          suffix ? [this.#formatNamed(operation, suffix)!] : operation.formats,
        ),
      );
    run.format = offer;
    run.formatBecause = suffix ? `the path ends in .${suffix}` : because;
    if (context.trace.recording) context.trace.decide('format', offer.name, run.formatBecause);
  }

  #negotiatorOf(operation: Operation, suffix: string): Negotiator<Format> | undefined {
    const format = this.#formatNamed(operation, suffix);
    if (format === undefined) return undefined;
    const known = this.#bySuffix.get(format);
    if (known) return known;
    const negotiator = new Negotiator([format]);
    this.#bySuffix.set(format, negotiator);
    return negotiator;
  }

  #formatNamed(operation: Operation, suffix: string): Format | undefined {
    return operation.formats.find(({ name }) => name === suffix);
  }
}
