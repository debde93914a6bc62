import { FLAGS, SERVICE_NAME, SPAN_KIND } from '../semantic-conventions.ts';
import { estimateSize, estimateSpanSize } from './estimate-size.ts';
import type { Attributes, ReceivedBatch, ReceivedLog, ReceivedSpan } from './received-messages.ts';
import { clearInterval, performance, setInterval } from 'oriel-core/builtins';

/** The spans and the log records of a service in a trace. */
export interface ReceivedTrace {
  readonly resource: Attributes;
  readonly spans: readonly ReceivedSpan[];
  readonly logs: readonly ReceivedLog[];
}

export interface TraceAssemblerOptions {
  readonly emit: (trace: ReceivedTrace) => void;
  /** Milliseconds without a further record after which a trace is complete, once a request of it has ended. */
  readonly settleMs?: number;
  /** Milliseconds after which a trace counts as complete in any case. */
  readonly longestMs?: number;
  /** The most spans and log records that wait. */
  readonly maxRecords?: number;
  /** The most characters that wait, approximately. */
  readonly maxCharacters?: number;
}

/**
 * Collects the spans of a request until all have arrived: a service sends them in several batches, those of children before the span
 * of the request. At the limits, the oldest trace counts as complete.
 */
export class TraceAssembler {
  readonly #options: Required<TraceAssemblerOptions>;
  readonly #traces = new Map<string, WaitingTrace>();
  #records = 0;
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Log records whose spans did not arrive. */
  lost = 0;

  constructor({
    emit,
    settleMs = 2_000,
    longestMs = 30_000,
    maxRecords = 20_000,
    maxCharacters = 32_000_000,
  }: TraceAssemblerOptions) {
    this.#options = { emit, settleMs, longestMs, maxRecords, maxCharacters };
  }

  addSpans({ resource, entries }: ReceivedBatch<ReceivedSpan>): void {
    for (const span of entries) {
      const trace = this.#getTrace(resource, span.traceId);
      trace.spans.push(span);
      trace.hasEnded ||= isEndOfRequest(span);
      this.#count(trace, estimateSpanSize(span));
    }
  }

  addLogs({ resource, entries }: ReceivedBatch<ReceivedLog>): void {
    for (const log of entries) {
      const trace = this.#getTrace(resource, log.traceId);
      trace.logs.push(log);
      this.#count(trace, estimateSize(log.body) + estimateSize(log.attributes));
    }
  }

  /** Completes all traces. */
  flush(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const [key, trace] of [...this.#traces]) this.#complete(key, trace);
  }

  #getTrace(resource: Attributes, traceId: string): WaitingTrace {
    const key = `${traceId} ${INSTANCE.map((name) => String(resource.get(name) ?? '').slice(0, 200)).join(' ')}`;
    let trace = this.#traces.get(key);
    if (trace === undefined) {
      const now = performance.now();
      const characters = estimateSize(resource);
      trace = { resource, spans: [], logs: [], began: now, touched: now, hasEnded: false, characters };
      this.#traces.set(key, trace);
      this.#characters += characters;
      this.#timer ??= setInterval(() => this.#completeDue(), CHECK_MS).unref();
    }
    return trace;
  }

  #count(trace: WaitingTrace, characters: number): void {
    trace.touched = performance.now();
    trace.characters += characters;
    this.#records++;
    this.#characters += characters;
    while (this.#records > this.#options.maxRecords || this.#characters > this.#options.maxCharacters) {
      const [oldest] = this.#traces;
      if (oldest === undefined) return;
      this.#complete(...oldest);
    }
  }

  #completeDue(): void {
    const now = performance.now();
    const { settleMs, longestMs } = this.#options;
    for (const [key, trace] of [...this.#traces])
      if (now - trace.began >= longestMs || (trace.hasEnded && now - trace.touched >= settleMs))
        this.#complete(key, trace);
    if (this.#traces.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #complete(key: string, trace: WaitingTrace): void {
    this.#traces.delete(key);
    this.#records -= trace.spans.length + trace.logs.length;
    this.#characters -= trace.characters;
    if (trace.spans.length === 0) this.lost += trace.logs.length;
    else this.#options.emit(trace);
  }
}

interface WaitingTrace {
  readonly resource: Attributes;
  readonly spans: ReceivedSpan[];
  readonly logs: ReceivedLog[];
  readonly began: number;
  touched: number;
  hasEnded: boolean;
  characters: number;
}

/** Returns whether a span is that of a whole request, job or message, after which nothing of it follows. */
export function isEndOfRequest({ kind, parentId, flags }: ReceivedSpan): boolean {
  return (
    kind === SPAN_KIND.server || kind === SPAN_KIND.consumer || parentId === undefined || (flags & FLAGS.isRemote) !== 0
  );
}

const INSTANCE = [SERVICE_NAME, 'service.instance.id', 'host.name', 'process.pid'];
const CHECK_MS = 250;
