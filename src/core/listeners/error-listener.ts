import type { Subscriber } from '../events/subscriber.ts';
import type { ErrorContext, ErrorRenderer, ErrorTexts } from '../errors/error-renderer.ts';
import type { ErrorView } from '../errors/error-view.ts';
import type { Hint } from '../errors/hint.ts';
import { foreignPageReason, remoteReason } from '../http/local-request.ts';
import type { HttpContext } from '../http/context.ts';
import type { ExceptionEvent, RequestContext } from '../kernel/events.ts';
import type { ProfileLink } from './profile-link.ts';

/** The words for the errors of a request, in its language; undefined for English. */
export type ErrorTextsFor = (context: RequestContext) => ErrorTexts | undefined;

/** What may help whoever sees an error. */
export type HintsFor = (context: RequestContext, error: unknown) => readonly Hint[];

/** Takes the secrets out of what a developer is shown of an error. */
export type ConcealError = (view: ErrorView, context: RequestContext, error: unknown) => ErrorView;

/** What is told of an error beside what was thrown. */
export interface ErrorListenerOptions {
  readonly hints: HintsFor;
  readonly link?: ProfileLink | undefined;
  readonly words?: ErrorTextsFor | undefined;
  readonly conceal?: ConcealError | undefined;
}

/** Answers with the error, in the format the client prefers. */
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

/** What the renderer may ask about a request. In production it asks for next to nothing, so nothing is worked out before. */
class Facts implements ErrorContext {
  readonly words: ErrorTexts | undefined;
  readonly #context: RequestContext;
  readonly #error: unknown;
  readonly #options: ErrorListenerOptions;

  constructor({ context, error }: ExceptionEvent, options: ErrorListenerOptions) {
    this.words = options.words?.(context);
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

  // A sub-request has no connection of its own; its client is that of the outermost request.
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
