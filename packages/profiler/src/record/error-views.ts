import { createErrorView, logViews } from 'oriel-core/errors';
import type { ErrorView, Hint } from 'oriel-core/errors';
import { reasonPhrase, getStatus } from 'oriel-core/http';
import type { RecordedExchange } from './recorded-exchange.ts';
import { redactErrorView } from './collectors/exception-collector.ts';
import type { Redactor } from './redaction/redactor.ts';
import { JSON } from 'oriel-core/builtins';

/** Creates one view of the error of each request, so that the error page and the profile show the same. */
export class ErrorViews<Exchange extends RecordedExchange> {
  readonly #redactor: Redactor;
  readonly #hints: HintsOf<Exchange>;

  constructor(redactor: Redactor, hints: HintsOf<Exchange>) {
    this.#redactor = redactor;
    this.#hints = hints;
  }

  /** Masks the secrets in the view of an error page. */
  conceal(view: ErrorView, context: Exchange, error: unknown): ErrorView {
    return this.#remember(view, context, error).shown;
  }

  /**
   * Returns the view for the profile: with the log records since then, and without the link to the profile.
   *
   * @param sent the status of the response. Frameworks choose it, and it is that of the view if it is an error
   */
  of(context: Exchange, sent = 0): ErrorView {
    const { view, shown } = this.#getView(context);
    const { logs } = context.trace;
    const since = logs.length > view.logs.length + view.omittedLogs;
    const status = sent >= 400 ? sent : shown.status;
    return {
      ...shown,
      links: [],
      title: `Error ${status} ${reasonPhrase(status)}`,
      status,
      reason: reasonPhrase(status),
      ...(since && (redactErrorView(logViews(logs), this.#redactor) as LogsOfView)),
    };
  }

  /** Returns whether secrets were masked in the view. */
  hadSecrets(context: Exchange): boolean {
    const { view, shown } = this.#getView(context);
    return JSON.stringify(shown) !== JSON.stringify(view);
  }

  #getView(context: Exchange): MaskedView {
    const known = context.profileError as MaskedView | undefined;
    if (known && known.error === context.error) return known;
    const { error, method, url, headers, id, route, incoming, trace } = context;
    const status = getStatus(error);
    const request = { method, url, version: incoming.version, headers, route: route?.name, id };
    const hints = this.#hints(context, error);
    const view = createErrorView({ error, status, reason: reasonPhrase(status), request, logs: trace.logs, hints });
    return this.#remember(view, context, error);
  }

  #remember(view: ErrorView, context: Exchange, error: unknown): MaskedView {
    const masked = { error, view, shown: redactErrorView(view, this.#redactor, context.params) as ErrorView };
    context.profileError = masked;
    return masked;
  }
}

/** Returns what may help a developer with an error. */
type HintsOf<Exchange> = (context: Exchange, error: unknown) => readonly Hint[];

interface MaskedView {
  readonly error: unknown;
  readonly view: ErrorView;
  readonly shown: ErrorView;
}

type LogsOfView = Pick<ErrorView, 'logs' | 'omittedLogs'>;
