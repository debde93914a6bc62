import type { HttpContext } from 'oriel-core/http';
import type { Plan } from '../events/dispatcher.ts';
import type { Trace } from 'oriel-core/trace';
import type { Collector as AnyCollector, CollectorSubject as AnySubject, RecordedExchange } from 'oriel/recorder';

/** The context of a request of a host. */
export type HostExchange = HttpContext<Plan, Trace>;

/** A completed request of a host: the source of all data of a profile. */
export type CollectorSubject<Exchange extends RecordedExchange = HostExchange> = AnySubject<Exchange>;

/** Collects one part of a profile of a host after the last byte of the response was sent. */
export type Collector<Exchange extends RecordedExchange = HostExchange> = AnyCollector<Exchange>;
