import type { Subscriber } from '../events/index.ts';
import type { ErrorFacts, ErrorRenderer, ErrorWords, Hint } from '../errors/index.ts';
import type { ExceptionEvent, RequestContext } from '../kernel/index.ts';
import type { ProfileLink } from './profile-link.ts';

/** The words for the errors of a request, in its language; undefined for English. */
export type WordsOf = (context: RequestContext) => ErrorWords | undefined;

/** What may help whoever sees an error. */
export type HintsFor = (context: RequestContext, error: unknown) => readonly Hint[];

/** Answers with the error, in the format the client prefers. */
export class ErrorListener implements Subscriber {
  readonly name = 'ErrorListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };
  readonly #renderer: ErrorRenderer;
  readonly #hints: HintsFor;
  readonly #link: ProfileLink;
  readonly #words: WordsOf;

  constructor(
    renderer: ErrorRenderer,
    hints: HintsFor,
    link: ProfileLink = () => undefined,
    words: WordsOf = () => undefined,
  ) {
    this.#renderer = renderer;
    this.#hints = hints;
    this.#link = link;
    this.#words = words;
  }

  onException(event: ExceptionEvent): void {
    const { context, error } = event;
    if (context.trace.recording) {
      const { format, because } = this.#renderer.choose(context.headers.get('accept'));
      context.trace.decide('error format', format, because);
    }
    event.respond(
      this.#renderer.render(error, new Facts(context, this.#words(context), this.#hints, this.#link, error)),
    );
  }
}

/** What the renderer may ask about a request. In production it asks for next to nothing, so nothing is worked out before. */
class Facts implements ErrorFacts {
  readonly words: ErrorWords | undefined;
  readonly #context: RequestContext;
  readonly #hints: HintsFor;
  readonly #link: ProfileLink;
  readonly #error: unknown;

  constructor(
    context: RequestContext,
    words: ErrorWords | undefined,
    hints: HintsFor,
    link: ProfileLink,
    error: unknown,
  ) {
    this.words = words;
    this.#context = context;
    this.#hints = hints;
    this.#link = link;
    this.#error = error;
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

  get logs(): ErrorFacts['logs'] {
    return this.#context.trace.logs;
  }

  get route(): string | undefined {
    return this.#context.route?.name;
  }

  get requestId(): string | undefined {
    return this.#context.id;
  }

  get profileUrl(): string | undefined {
    return this.#link(this.#context);
  }

  headers(): Iterable<readonly [string, string]> {
    return this.#context.headers;
  }

  hints(): readonly Hint[] {
    return this.#hints(this.#context, this.#error);
  }
}
