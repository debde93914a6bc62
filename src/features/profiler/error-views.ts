import { createErrorView, logViews } from '../../core/errors/error-view.ts';
import type { ErrorView } from '../../core/errors/error-view.ts';
import { reasonPhrase } from '../../core/http/status.ts';
import { statusOf } from '../../core/http/errors.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import type { HintsFor } from '../../core/listeners/error-listener.ts';
import { withoutSecrets } from '../../profiler/collectors/exception-collector.ts';
import type { Redactor } from '../../profiler/redaction/redaction.ts';

/**
 * What went wrong in each request. It is told once, by whoever asks first: the error page, which all but always does, and
 * then the profile shows the very same.
 */
export class ErrorViews {
  readonly #redactor: Redactor;
  readonly #hints: HintsFor;
  readonly #views = new WeakMap<RequestContext, Told>();

  constructor(redactor: Redactor, hints: HintsFor) {
    this.#redactor = redactor;
    this.#hints = hints;
  }

  /** What a developer is shown of an error, without the secrets in its words. */
  conceal(view: ErrorView, context: RequestContext, error: unknown): ErrorView {
    return this.#tell(view, context, error).shown;
  }

  /** The same for a profile: with all that was logged since, and without the way to itself. */
  of(context: RequestContext): ErrorView {
    const { view, shown } = this.#told(context);
    const { logs } = context.trace;
    const since = logs.length > view.logs.length + view.omittedLogs;
    return { ...shown, links: [], ...(since && (withoutSecrets(logViews(logs), this.#redactor) as LogsOfView)) };
  }

  /** Has it any that had to be taken out? */
  hadSecrets(context: RequestContext): boolean {
    const { view, shown } = this.#told(context);
    return JSON.stringify(shown) !== JSON.stringify(view);
  }

  #told(context: RequestContext): Told {
    const told = this.#views.get(context);
    if (told && told.error === context.error) return told;
    const { error, method, url, headers, id, route, incoming, trace } = context;
    const status = statusOf(error);
    const request = { method, url, version: incoming.version, headers, route: route?.name, id };
    const hints = this.#hints(context, error);
    const view = createErrorView({ error, status, reason: reasonPhrase(status), request, logs: trace.logs, hints });
    return this.#tell(view, context, error);
  }

  #tell(view: ErrorView, context: RequestContext, error: unknown): Told {
    const told = { error, view, shown: withoutSecrets(view, this.#redactor) as ErrorView };
    this.#views.set(context, told);
    return told;
  }
}

interface Told {
  readonly error: unknown;
  readonly view: ErrorView;
  readonly shown: ErrorView;
}

type LogsOfView = Pick<ErrorView, 'logs' | 'omittedLogs'>;
