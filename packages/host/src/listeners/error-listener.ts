import type { Subscriber } from '../events/subscriber.ts';
import type { ErrorContext, ErrorRenderer } from 'oriel-core/error-pages';
import type { ErrorView, Hint } from 'oriel-core/errors';
import { foreignPageReason, remoteReason } from 'oriel-core/http';
import type { Catalogue } from 'oriel-core/messages';
import type { HttpContext } from 'oriel-core/http';
import type { ExceptionEvent, RequestContext } from '../kernel/events.ts';
import type { ProfileLink } from './profile-link.ts';

export type CatalogueFor = (context: RequestContext) => Catalogue;

/** Returns hints for the developer who sees the error. */
export type HintsFor = (context: RequestContext, error: unknown) => readonly Hint[];

/** Removes secrets from the details that a developer is shown. */
export type ConcealError = (view: ErrorView, context: RequestContext, error: unknown) => ErrorView;

/** The details of an error page, besides the error itself. */
export interface ErrorListenerOptions {
  readonly hints: HintsFor;
  readonly link?: ProfileLink | undefined;
  readonly catalogueFor?: CatalogueFor | undefined;
  readonly conceal?: ConcealError | undefined;
}

/** Responds to an error in the format that the client prefers. */
export class ErrorListener implements Subscriber {
  readonly name = 'ErrorListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };
  readonly #renderer: ErrorRenderer;
  readonly #options: ErrorListenerOptions;

  constructor(renderer: ErrorRenderer, options: ErrorListenerOptions) {
    this.#renderer = renderer;
    this.#options = options;
  }

  onException(event: ExceptionEvent): void {
    const { context, error } = event;
    if (context.trace.recording) {
      const { format, because } = this.#renderer.choose(context.headers.get('accept'));
      context.trace.decide('error format', format, because);
    }
    event.respond(this.#renderer.render(error, new Facts(event, this.#options)));
  }
}

/** The request data for the renderer. Properties are computed on use, because a production page needs few of them. */
class Facts implements ErrorContext {
  readonly catalogue: Catalogue | undefined;
  readonly #context: RequestContext;
  readonly #error: unknown;
  readonly #options: ErrorListenerOptions;

  constructor({ context, error }: ExceptionEvent, options: ErrorListenerOptions) {
    this.catalogue = options.catalogueFor?.(context);
    this.#context = context;
    this.#error = error;
    this.#options = options;
  }

  get accept(): string | undefined {
    return this.#context.headers.get('accept');
  }

  get method(): string {
    return this.#context.method;
  }

  get url(): string {
    return this.#context.url;
  }

  get logs(): ErrorContext['logs'] {
    return this.#context.trace.logs;
  }

  // A sub-request has no connection, so its client is that of the outermost request.
  get mayReveal(): boolean {
    let outermost: HttpContext = this.#context;
    while (outermost.parent !== undefined) outermost = outermost.parent;
    return remoteReason(outermost) === undefined && foreignPageReason(outermost) === undefined;
  }

  get route(): string | undefined {
    return this.#context.route?.name;
  }

  get requestId(): string | undefined {
    return this.#context.id;
  }

  get profileUrl(): string | undefined {
    return this.#options.link?.(this.#context);
  }

  headers(): Iterable<readonly [string, string]> {
    return this.#context.headers;
  }

  hints(): readonly Hint[] {
    return this.#options.hints(this.#context, this.#error);
  }

  conceal(view: ErrorView): ErrorView {
    return this.#options.conceal?.(view, this.#context, this.#error) ?? view;
  }
}
