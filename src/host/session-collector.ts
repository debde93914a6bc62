import type { Collector, RecordedSession } from '../profiler/index.ts';
import type { VisitorSession } from '../visitor/session/index.ts';

/** What a request did with its session, as its panel tells it; of what is kept no more than redaction lets through. */
export const sessionCollector: Collector = {
  name: 'session',
  collect({ context: { session }, redactor }): RecordedSession | undefined {
    // By what it has and not by its class, which hosts without sessions do not load.
    const { stored, usage, hasCookie } = (session ?? {}) as Partial<VisitorSession>;
    if (usage === undefined || hasCookie === undefined) return undefined;
    const { reads, writes, outcomes } = usage;
    // Neither brought nor asked for: there is nothing to tell.
    if (!hasCookie && reads.length + writes.length + outcomes.length === 0) return undefined;
    return {
      ...{ hasCookie, reads, writes, outcomes },
      stored: stored && {
        created: stored.created,
        used: stored.used,
        version: stored.version,
        bytes: Buffer.byteLength(stored.data),
        values: redactor.value(JSON.parse(stored.data)),
      },
    };
  },
};
