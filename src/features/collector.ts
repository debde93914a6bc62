import type { HttpContext } from '../core/http/context.ts';
import type { Plan } from '../core/events/dispatcher.ts';
import type { Trace } from '../core/trace/trace.ts';
import type { Collector as AnyCollector, CollectorSubject as AnySubject } from '../profiler/collector.ts';
import type { RecordedExchange } from '../profiler/recorder/recorded-exchange.ts';

/** The context of a request of a host. */
export type HostExchange = HttpContext<Plan, Trace>;

/** A completed request of a host: the source of all data of a profile. */
export type CollectorSubject<Exchange extends RecordedExchange = HostExchange> = AnySubject<Exchange>;

/** Collects one part of a profile of a host after the last byte of the response was sent. */
export type Collector<Exchange extends RecordedExchange = HostExchange> = AnyCollector<Exchange>;
