import { MAX_ENTRIES } from 'oriel-core/trace';
import type { Span } from 'oriel-core/trace';
import type { Profile } from '../../profile/profile.ts';
import { list, rule } from './facts.ts';

/** What a profile does not have of the work of its request. */
export interface Completeness {
  /** Spans and calls that had not ended when the profile was created. */
  readonly running: number;
  /** Spans and log records that began after the response was sent. */
  readonly late: number;
  /** Entries that were not kept, because there were too many. */
  readonly dropped: number;
}

interface Recorded {
  readonly summary: Pick<Profile['summary'], 'duration'>;
  readonly data: Partial<Profile['data']>;
}

/** Returns how complete the entries of some kinds are. @param kinds kinds of spans, levels of log records, `decision` or `call`; default all */
export function measureCompleteness({ summary, data }: Recorded, kinds?: ReadonlySet<string>): Completeness {
  const matchesKind = (kind: unknown): boolean => (kinds === undefined ? kind !== 'kernel' : kinds.has(String(kind)));
  const spans = list(data.spans).filter(({ kind }: Span) => matchesKind(kind));
  const logs = list(data.logs).filter(({ level }) => matchesKind(level));
  const isLate = (time: number): boolean => summary.duration > 0 && time > summary.duration + MARGIN_MS;
  const dropped = Object.entries(data.dropped ?? {}).filter(([kind]) => matchesKind(kind));
  return {
    running: spans.filter(({ duration }) => duration < 0).length,
    late: spans.filter(({ start }) => isLate(start)).length + logs.filter(({ at }) => isLate(at)).length,
    dropped: dropped.reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

/** Returns a sentence for each way in which entries are not complete. */
export function describeCompleteness({ running, late, dropped }: Completeness): readonly string[] {
  return [
    ...(running > 0
      ? [
          `${running} had not ended when the profile was created, so ${running === 1 ? 'its duration is' : 'their durations are'} unknown`,
        ]
      : []),
    ...(late > 0 ? [`${late} began after the response was sent`] : []),
    ...(dropped > 0
      ? [
          `${dropped} more ${dropped === 1 ? 'was' : 'were'} counted, but not kept: a profile has at most ${MAX_ENTRIES} spans and ${MAX_ENTRIES} log records`,
        ]
      : []),
  ];
}

// The clocks of log records and of spans differ by less.
const MARGIN_MS = 1;

const WORK: ReadonlySet<string> = new Set(['db', 'http', 'cache', 'mail', 'hub']);

/** Reports queries, calls and messages that had not ended when the profile was created, or began after the response. */
export const unfinishedRule = rule('unfinished', 'info', 'timeline', (facts) => {
  const texts = describeCompleteness({ ...measureCompleteness(facts, WORK), dropped: 0 });
  return texts.length === 0 ? undefined : `Of the queries and calls, ${texts.join('; ')}`;
});

/** Reports that a profile does not have all entries, so that other findings count too few. */
export const notKeptRule = rule('not-kept', 'warning', 'timeline', (facts) => {
  const [text] = describeCompleteness({ ...measureCompleteness(facts), running: 0, late: 0 });
  return text && `Of the spans and log records, ${text}; other findings count what was kept`;
});
