import type { Subscriber } from '../events/index.ts';
import type { ErrorRenderer, ErrorWords, Hint } from '../errors/index.ts';
import type { ExceptionEvent, RequestContext } from '../kernel/index.ts';
import type { ProfileLink } from './profile-link.ts';

/** The words for the errors of a request, in its language; undefined for English. */
export type WordsOf = (context: RequestContext) => ErrorWords | undefined;

/** Answers with the error, in the format the client prefers. */
export class ErrorListener implements Subscriber {
  readonly name = 'ErrorListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };
  readonly #renderer: ErrorRenderer;
  readonly #hints: (context: RequestContext, error: unknown) => readonly Hint[];
  readonly #link: ProfileLink;
  readonly #words: WordsOf;

  constructor(
    renderer: ErrorRenderer,
    hints: (context: RequestContext, error: unknown) => readonly Hint[],
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
      this.#renderer.render(error, {
        accept: context.headers.get('accept'),
        method: context.method,
        url: context.url,
        headers: () => context.headers,
        logs: context.trace.logs,
        hints: () => this.#hints(context, error),
        route: context.route?.name,
        requestId: context.id,
        profileUrl: this.#link(context),
        words: this.#words(context),
      }),
    );
  }
}
