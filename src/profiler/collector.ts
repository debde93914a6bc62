import type { HttpContext } from '../core/http/context.ts';
import type { HttpResponse } from '../core/http/response.ts';
import type { Plan } from '../core/events/dispatcher.ts';
import type { Trace } from '../core/trace/trace.ts';
import type { Redactor } from './redaction/redaction.ts';
import type { CapturedBodies } from './recorder/captured-bodies.ts';
import type { ProfileWriter } from './store/packing/profile-writer.ts';

/** Everything there is to collect from: the request as it ended, and what it takes to tell it safely. */
export interface CollectorSubject {
  readonly context: HttpContext<Plan, Trace>;
  readonly response: HttpResponse;
  readonly delivery: {
    readonly bytes: number;
    readonly milliseconds: number;
    readonly firstByte?: number | undefined;
    readonly aborted: boolean;
  };
  readonly bodies: CapturedBodies;
  readonly redactor: Redactor;
  /** Bytes kept of each body. */
  readonly bodyCap: number;
}

/**
 * Gathers plain data for a profile, after the last byte. It never draws: the panel of the same name does. What it gives
 * is redacted, pruned and capped once more before it is stored; what it throws shows in its place.
 */
export interface Collector {
  readonly name: string;
  /** Does it give the very same object again for the same question? Then its text is made once. */
  readonly repeats?: boolean;
  collect(subject: CollectorSubject): unknown;
  /** Writes just that, packed, without making it first: for the parts that every profile has. */
  write?(subject: CollectorSubject, to: ProfileWriter): void;
}
