import { createErrorView, logViews } from '../../core/errors/error-view.ts';
import type { ErrorView } from '../../core/errors/error-view.ts';
import { reasonPhrase } from '../../core/http/status.ts';
import { statusOf } from '../../core/http/errors.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import type { HintsFor } from '../../core/listeners/error-listener.ts';
import { redactErrorView } from '../../profiler/collectors/exception-collector.ts';
import type { Redactor } from '../../profiler/redaction/redaction.ts';

/** Creates one view of the error of each request, so that the error page and the profile show the same. */
export class ErrorViews {
  readonly #redactor: Redactor;
  readonly #hints: HintsFor;
  readonly #views = new WeakMap<RequestContext, MaskedView>();

  constructor(redactor: Redactor, hints: HintsFor) {
    this.#redactor = redactor;
    this.#hints = hints;
  }

  /** Masks the secrets in the view of an error page. */
  conceal(view: ErrorView, context: RequestContext, error: unknown): ErrorView {
    return this.#remember(view, context, error).shown;
  }

  /** Returns the view for the profile: with the log records since then, and without the link to the profile. */
  of(context: RequestContext): ErrorView {
    const { view, shown } = this.#viewOf(context);
    const { logs } = context.trace;
    const since = logs.length > view.logs.length + view.omittedLogs;
    return { ...shown, links: [], ...(since && (redactErrorView(logViews(logs), this.#redactor) as LogsOfView)) };
  }

  /** Were secrets masked in the view? */
  hadSecrets(context: RequestContext): boolean {
    const { view, shown } = this.#viewOf(context);
    return JSON.stringify(shown) !== JSON.stringify(view);
  }

  #viewOf(context: RequestContext): MaskedView {
    const known = this.#views.get(context);
    if (known && known.error === context.error) return known;
    const { error, method, url, headers, id, route, incoming, trace } = context;
    const status = statusOf(error);
    const request = { method, url, version: incoming.version, headers, route: route?.name, id };
    const hints = this.#hints(context, error);
    const view = createErrorView({ error, status, reason: reasonPhrase(status), request, logs: trace.logs, hints });
    return this.#remember(view, context, error);
  }

  #remember(view: ErrorView, context: RequestContext, error: unknown): MaskedView {
    const masked = { error, view, shown: redactErrorView(view, this.#redactor) as ErrorView };
    this.#views.set(context, masked);
    return masked;
  }
}

interface MaskedView {
  readonly error: unknown;
  readonly view: ErrorView;
  readonly shown: ErrorView;
}

type LogsOfView = Pick<ErrorView, 'logs' | 'omittedLogs'>;
