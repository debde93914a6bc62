import type { Span, SpanKind } from './span.ts';

/** Severity, as in RFC 5424 and PSR-3. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface LogRecord {
  readonly level: LogLevel;
  /** Who speaks: 'request', 'event', 'app' … */
  readonly channel: string;
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly requestId?: string | undefined;
  /** The route that was being answered, when a trace recorded it. */
  readonly route?: string | undefined;
}

/** One call of a listener, or why there was none. With `no-listener` the event was dispatched and has no listener. */
export interface ListenerCall {
  readonly event: string;
  readonly listener: string;
  readonly priority: number;
  readonly outcome: 'called' | 'skipped' | 'not-reached' | 'threw' | 'no-listener';
  /** Milliseconds since the request was heard; 0 when it was not called. */
  readonly start: number;
  /** Milliseconds it took; 0 when it was not called. */
  readonly duration: number;
  /** What is different after it, in words: `response header Vary: Accept`. */
  readonly changes?: readonly string[] | undefined;
  /** Who stopped the event, when this listener was not reached. */
  readonly stoppedBy?: string | undefined;
}

/** A choice the host made, with its reason. */
export interface Decision {
  readonly subject: string;
  readonly outcome: string;
  readonly because: string;
}

/** What happened during one request. The `NullTrace` does nothing and costs nothing. */
export interface Trace {
  /** When false, callers need not even build what they would record. */
  readonly recording: boolean;
  /** Are logs kept, whether or not anything else is? */
  readonly keepsLogs: boolean;
  /** When the request was heard, on the clock of `performance.now()`. */
  readonly began: number;
  /** From now on `route` is being answered; undefined between requests. */
  enter(route: string | undefined): void;
  log(record: LogRecord): void;
  decide(subject: string, outcome: string, because: string): void;
  listener(call: ListenerCall): void;
  /** Begins a piece of work inside the span `parent` (0 for the request) and gives its number, 0 when there is no room. */
  begin(kind: SpanKind, name: string, parent: number, details?: Readonly<Record<string, unknown>>): number;
  /** Ends a piece of work; `error` says why it failed, `details` join those given at its beginning. */
  end(span: number, details?: Readonly<Record<string, unknown>>, error?: string): void;
  readonly logs: readonly LogRecord[];
  readonly decisions: readonly Decision[];
  readonly listeners: readonly ListenerCall[];
  readonly spans: readonly Span[];
  /** How many entries found no room. */
  readonly dropped: number;
}

// The global is a getter: asking it for the clock takes longer than asking the clock for the time.
const clock = performance;

/** Remembers a request while it runs, each list bounded so that no request can fill the memory. */
export class RequestTrace implements Trace {
  readonly recording = true;
  readonly keepsLogs = true;
  readonly began: number;
  readonly logs: LogRecord[] = [];
  readonly decisions: Decision[] = [];
  readonly listeners: ListenerCall[] = [];
  readonly spans: OpenSpan[] = [];
  dropped = 0;
  #route: string | undefined = undefined;

  constructor(began = clock.now()) {
    this.began = began;
  }

  enter(route: string | undefined): void {
    this.#route = route;
  }

  log(record: LogRecord): void {
    const { level, channel, message, context, time, requestId } = record;
    this.#keep(this.logs, { level, channel, message, context, time, requestId, route: this.#route });
  }

  decide(subject: string, outcome: string, because: string): void {
    this.#keep(this.decisions, { subject, outcome, because });
  }

  listener(call: ListenerCall): void {
    this.#keep(this.listeners, call);
  }

  begin(kind: SpanKind, name: string, parent: number, details?: Readonly<Record<string, unknown>>): number {
    const id = this.spans.length + 1;
    const kept = this.#keep(this.spans, {
      id,
      parent,
      kind,
      name,
      start: toMicrosecond(clock.now() - this.began),
      duration: -1,
      error: undefined,
      details,
    });
    return kept ? id : 0;
  }

  end(span: number, details?: Readonly<Record<string, unknown>>, error?: string): void {
    const open = this.spans[span - 1];
    if (open === undefined || open.duration >= 0) return;
    open.duration = toMicrosecond(Math.max(0, clock.now() - this.began - open.start));
    open.error = error;
    if (details) open.details = { ...open.details, ...details };
  }

  #keep<T>(list: T[], entry: T): boolean {
    if (list.length < MOST_ENTRIES) return list.push(entry) > 0;
    this.dropped++;
    return false;
  }
}

/** The trace of a request that nobody records. */
export const NullTrace: Trace = Object.freeze({
  recording: false,
  keepsLogs: false,
  began: 0,
  enter() {},
  log() {},
  decide() {},
  listener() {},
  begin: () => 0,
  end() {},
  logs: Object.freeze([]),
  decisions: Object.freeze([]),
  listeners: Object.freeze([]),
  spans: Object.freeze([]),
  dropped: 0,
});

// Whole microseconds: the clock tells no more, and the digits behind them are half of what is stored.
function toMicrosecond(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

type OpenSpan = { -readonly [Key in keyof Span]: Span[Key] };

const MOST_ENTRIES = 5_000;
