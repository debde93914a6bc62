import type { Subscriber } from '../events/index.ts';
import type { ErrorRenderer, Hint } from '../errors/index.ts';
import type { ExceptionEvent, RequestContext } from '../kernel/index.ts';

/** Answers with the error, in the format the client prefers. */
export class ErrorListener implements Subscriber {
  readonly name = 'ErrorListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };
  readonly #renderer: ErrorRenderer;
  readonly #hints: (context: RequestContext, error: unknown) => readonly Hint[];

  constructor(renderer: ErrorRenderer, hints: (context: RequestContext, error: unknown) => readonly Hint[]) {
    this.#renderer = renderer;
    this.#hints = hints;
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
        profileUrl: context.profileToken && `${context.origin}/_profiler/${context.profileToken}`,
      }),
    );
  }
}
