import { createErrorView, logViews } from 'oriel-core/errors';
import type { ErrorView, Hint } from 'oriel-core/errors';
import { reasonPhrase, getStatus } from 'oriel-core/http';
import type { RecordedExchange } from './recorded-exchange.ts';
import type { RouteParameters } from 'oriel-core/redaction';
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

/**
 * Returns a copy of the data of an error page, with every text redacted by the rule for its kind.
 *
 * @param parameters those of the route that the request matched
 */
function redactErrorView(value: unknown, redactor: Redactor, parameters?: RouteParameters): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) {
    if (isHeader(value)) return [value[0], redactor.header(value[0], value[1])];
    return value.map((element) => redactErrorView(element, redactor, parameters));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, redactMember(name, member, redactor, parameters)]),
  );
}

function redactMember(name: string, value: unknown, redactor: Redactor, parameters?: RouteParameters): unknown {
  // The members have the names of the application's properties.
  if (name === 'properties') return redactor.value(value);
  if (name !== 'requestLine' || typeof value !== 'string') return redactErrorView(value, redactor, parameters);
  const space = value.indexOf(' ');
  return value.slice(0, space + 1) + redactor.url(value.slice(space + 1), parameters);
}

function isHeader(list: readonly unknown[]): list is readonly [string, string] {
  return list.length === 2 && typeof list[0] === 'string' && typeof list[1] === 'string';
}
