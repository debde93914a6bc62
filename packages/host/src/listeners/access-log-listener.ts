import type { RouteParameters } from 'oriel-core/redaction';
import type { Subscriber } from '../events/subscriber.ts';
import { getMessage } from 'oriel-core/http';
import type { RequestContext, TerminateEvent } from '../kernel/events.ts';
import { getTraceId } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import type { ProfileLink } from './profile-link.ts';

/** One line of the access log. */
export interface AccessEntry {
  readonly time: number;
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly ip: string;
  readonly method: string;
  readonly url: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly aborted: boolean;
  /** The thrown error, in one line. */
  readonly error: string | undefined;
  /** The URL of its profile, if it is recorded. */
  readonly profile: string | undefined;
}

export interface AccessLogRedactor {
  readonly url: (url: string, parameters: RouteParameters) => string;
  readonly text: (text: string) => string;
}

/** Logs every request after its last byte. */
export class AccessLogListener implements Subscriber {
  readonly name = 'AccessLogListener';
  readonly on = { 'kernel.terminate': (event: TerminateEvent) => this.onTerminate(event) };
  readonly #write: (entry: AccessEntry, trace: Trace) => void;

  readonly #leaveOut: (context: RequestContext) => boolean;

  readonly #link: ProfileLink;

  readonly #redact: AccessLogRedactor;

  /**
   * @param leaveOut requests that are not logged, such as requests for the profiler
   * @param redact masks secrets in the query of a URL, and in the URLs of a text
   */
  constructor(
    write: (entry: AccessEntry, trace: Trace) => void,
    leaveOut: (context: RequestContext) => boolean,
    link: ProfileLink,
    redact: AccessLogRedactor,
  ) {
    this.#write = write;
    this.#leaveOut = leaveOut;
    this.#link = link;
    this.#redact = redact;
  }

  onTerminate({ context, response, delivery }: TerminateEvent): void {
    if (this.#leaveOut(context)) return;
    const entry = {
      time: Date.now(),
      requestId: context.id,
      traceId: getTraceId(context),
      spanId: context.trace.spanId,
      ip: context.ip,
      method: context.method,
      url: this.#redact.url(context.url, context.params),
      route: context.route?.name,
      status: response.status,
      ...delivery,
      error: context.error === undefined ? undefined : this.#redact.text(getMessage(context.error)),
      profile: this.#link(context),
    };
    this.#write(entry, context.trace);
  }
}
