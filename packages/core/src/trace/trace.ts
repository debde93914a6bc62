import type { HttpContext } from '../http/context.ts';
import type { Traceparent } from '../http/headers/traceparent.ts';
import { createSpanId, createTraceId } from './trace-ids.ts';
import { performance } from '../builtins/globals.ts';

/** Severity, as in RFC 5424 and PSR-3. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface LogRecord {
  readonly level: LogLevel;
  /** The source of the record: 'request', 'event', 'app' … */
  readonly channel: string;
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly requestId?: string | undefined;
  /** The ID of the distributed trace of the request, if it belongs to one. */
  readonly traceId?: string | undefined;
  /** The ID of the span of the request in its trace, if the request is recorded. */
  readonly spanId?: string | undefined;
  /** The route that was being handled, if a trace recorded it. */
  readonly route?: string | undefined;
  /** The error among the logged values, which is the exception of a request that failed without one. */
  readonly error?: unknown;
}

/** One call of a listener, or the reason why it was not called. `no-listener`: the event was dispatched and has no listener. */
export interface ListenerCall {
  readonly event: string;
  readonly listener: string;
  readonly priority: number;
  readonly outcome: 'called' | 'skipped' | 'not-reached' | 'threw' | 'no-listener';
  /** Milliseconds since the start of the request; 0 if it was not called. */
  readonly start: number;
  /** Duration in milliseconds; 0 if it was not called. */
  readonly duration: number;
  /** Descriptions of what it changed: `response header Vary: Accept`. */
  readonly changes?: readonly string[] | undefined;
  /** The listener that stopped the event, if this one was not reached. */
  readonly stoppedBy?: string | undefined;
}

/** A decision of the host and its reason. */
export interface Decision {
  readonly subject: string;
  readonly outcome: string;
  readonly because: string;
}

/** Records what happens during one request. `NullTrace` records nothing. */
export interface Trace {
  /** If false, callers need not create the entries that they would record. */
  readonly recording: boolean;
  /** Whether logs are recorded; they may be even if `recording` is false. */
  readonly keepsLogs: boolean;
  /** When the request started, on the clock of `performance.now()`. */
  readonly began: number;
  /** The ID of the distributed trace, which outgoing calls pass on; undefined if the request is not recorded. */
  readonly traceId?: string | undefined;
  /** The ID of the span of the request in its trace; undefined if the request is not recorded. */
  readonly spanId?: string | undefined;
  /** The ID of the span of the caller; undefined if the request starts the trace. */
  readonly parentId?: string | undefined;
  /** Whether the caller records the trace, which outgoing calls pass on as well. */
  readonly sampled?: boolean;
  /** Sets the route that is being handled; undefined between requests. */
  enter(route: string | undefined): void;
  log(record: LogRecord): void;
  decide(subject: string, outcome: string, because: string): void;
  listener(call: ListenerCall): void;
  /** Starts a span inside the span `parent` (0 for the request) and returns its id, or 0 if the trace is full. */
  begin(kind: SpanKind, name: string, parent: number, details?: Readonly<Record<string, unknown>>): number;
  /** Adds a span that has ended. Times are those of `performance.now()`. */
  add(kind: SpanKind, name: string, parent: number, from: number, to: number, error?: string): void;
  /** Ends a span. `error` is the reason for its failure; `details` are merged with those of its start. */
  end(span: number, details?: Readonly<Record<string, unknown>>, error?: string): void;
  /** An open span starts now: it waited until now. */
  restart(span: number): void;
  readonly logs: readonly LogRecord[];
  readonly decisions: readonly Decision[];
  readonly listeners: readonly ListenerCall[];
  readonly spans: readonly Span[];
  /** The number of entries that were dropped because a list was full, by the kind of a span, the level of a log record, `decision` and `call`. */
  readonly dropped: Readonly<Partial<Record<DroppedKind, number>>>;
  /** The number of spans that have not ended. */
  readonly open: number;
}

/** The kind of an entry that was dropped. */
export type DroppedKind = SpanKind | LogLevel | 'decision' | 'call';

/** The context of a request with its trace. */
export type TracedContext = HttpContext<unknown, Trace>;

// `globalThis.performance` is a getter, and calling it is slower than reading the time.
const clock = performance;

/** The distributed trace that a request continues. */
export type TraceOrigin = Pick<Traceparent, 'traceId' | 'sampled'> & Partial<Traceparent>;

/** Records a running request. Each list is bounded, so that no request can fill the memory. */
export class RequestTrace implements Trace {
  recording = true;
  keepsLogs = true;
  readonly began: number;
  logs: LogRecord[] = [];
  decisions: Decision[] = [];
  listeners: ListenerCall[] = [];
  spans: OpenSpan[] = [];
  dropped: Partial<Record<DroppedKind, number>> = NOTHING_DROPPED;
  open = 0;
  readonly sampled: boolean;
  readonly parentId: string | undefined;
  #traceId: string | undefined;
  #spanId: string | undefined;
  #route: string | undefined = undefined;

  /** @param parent the trace of the caller, which is continued */
  constructor(began = clock.now(), parent?: TraceOrigin) {
    this.began = began;
    this.sampled = parent?.sampled ?? true;
    this.parentId = parent?.parentId;
    this.#traceId = parent?.traceId;
  }

  get traceId(): string {
    return (this.#traceId ??= createTraceId());
  }

  get spanId(): string {
    return (this.#spanId ??= createSpanId());
  }

  enter(route: string | undefined): void {
    this.#route = route;
  }

  log(record: LogRecord): void {
    const { level, channel, message, context, time, requestId, traceId, spanId, error } = record;
    const entry = { level, channel, message, context, time, requestId, traceId, spanId, route: this.#route };
    this.#keep(this.logs, level, error === undefined ? entry : { ...entry, error });
  }

  decide(subject: string, outcome: string, because: string): void {
    this.#keep(this.decisions, 'decision', { subject, outcome, because });
  }

  listener(call: ListenerCall): void {
    this.#keep(this.listeners, 'call', call);
  }

  begin(kind: SpanKind, name: string, parent: number, details?: Readonly<Record<string, unknown>>): number {
    const id = this.spans.length + 1;
    const isRecorded = this.#keep(this.spans, kind, {
      id,
      parent,
      kind,
      name,
      start: toMicrosecond(clock.now() - this.began),
      duration: -1,
      error: undefined,
      details,
    });
    if (!isRecorded) return 0;
    this.open++;
    return id;
  }

  add(kind: SpanKind, name: string, parent: number, from: number, to: number, error?: string): void {
    this.#keep(this.spans, kind, {
      id: this.spans.length + 1,
      parent,
      kind,
      name,
      start: toMicrosecond(Math.max(0, from - this.began)),
      duration: toMicrosecond(Math.max(0, to - from)),
      error,
      details: undefined,
    });
  }

  end(span: number, details?: Readonly<Record<string, unknown>>, error?: string): void {
    const open = this.spans[span - 1];
    if (open === undefined || open.duration >= 0) return;
    open.duration = toMicrosecond(Math.max(0, clock.now() - this.began - open.start));
    open.error = error;
    this.open--;
    if (details) open.details = { ...open.details, ...details };
  }

  restart(span: number): void {
    const open = this.spans[span - 1];
    if (open !== undefined && open.duration < 0) open.start = toMicrosecond(clock.now() - this.began);
  }

  /**
   * Forgets all entries, and records nothing more. Sockets and timers that a request created keep its trace, some of them for
   * hours.
   */
  release(): void {
    this.recording = false;
    this.keepsLogs = false;
    this.logs = [];
    this.decisions = [];
    this.listeners = [];
    this.spans = [];
    this.open = 0;
  }

  #keep<T>(list: T[], kind: DroppedKind, entry: T): boolean {
    if (!this.recording) return false;
    if (list.length < MAX_ENTRIES) return list.push(entry) > 0;
    if (this.dropped === NOTHING_DROPPED) this.dropped = {};
    this.dropped[kind] = (this.dropped[kind] ?? 0) + 1;
    return false;
  }
}

const NOTHING_DROPPED: Partial<Record<DroppedKind, number>> = Object.freeze({});

/** The trace of a request that is not recorded. */
export const NullTrace: Trace = Object.freeze({
  recording: false,
  keepsLogs: false,
  began: 0,
  enter() {},
  log() {},
  decide() {},
  listener() {},
  begin: () => 0,
  add() {},
  end() {},
  restart() {},
  logs: Object.freeze([]),
  decisions: Object.freeze([]),
  listeners: Object.freeze([]),
  spans: Object.freeze([]),
  dropped: NOTHING_DROPPED,
  open: 0,
});

// Rounds to the resolution of the clock; further digits would double the size of the stored profile.
function toMicrosecond(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

type OpenSpan = { -readonly [Key in keyof Span]: Span[Key] };

/** The most spans, log records, decisions and calls of listeners that are kept of a request, of each. */
export const MAX_ENTRIES = 5_000;

/** The kind of work that a span measures; each panel selects its spans by kind. */
export type SpanKind =
  'kernel' | 'listener' | 'controller' | 'db' | 'http' | 'cache' | 'template' | 'hub' | 'mail' | 'work' | 'user';

/** A piece of work with a start and an end, nested in another span. Times are in milliseconds since the start of the request. */
export interface Span {
  readonly id: number;
  /** The id of the parent span; 0 for the request itself. */
  readonly parent: number;
  readonly kind: SpanKind;
  readonly name: string;
  readonly start: number;
  /** -1 while the span is open. */
  readonly duration: number;
  readonly error?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}
