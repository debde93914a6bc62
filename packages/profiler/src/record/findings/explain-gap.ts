import type { Span } from 'oriel-core/trace';
import { milliseconds } from './facts.ts';

/** What happened in a time range without queries and calls. */
export interface GapParts {
  /** Texts such as `398 ms pbkdf2 (4 ×)`, the longest first. */
  readonly parts: readonly string[];
  /** The milliseconds that no work explains. */
  readonly rest: number;
}

/**
 * Divides a time range by the work of Node.js and of libraries that was measured in it. Work that overlaps other work counts
 * once, so that the parts and the rest are the whole range.
 */
export function explainGap(spans: readonly Span[], from: number, to: number): GapParts {
  const work = spans
    .filter(({ kind, start, duration }) => kind === 'work' && start < to && start + duration > from)
    .toSorted((a, b) => a.start - b.start);
  const parts = new Map<string, { time: number; count: number }>();
  let until = from;
  for (const { name, start, duration } of work) {
    const key = String(name).split(' ', 1)[0]!;
    const part = parts.get(key) ?? { time: 0, count: 0 };
    const end = Math.min(start + duration, to);
    parts.set(key, { time: part.time + Math.max(0, end - Math.max(start, until)), count: part.count + 1 });
    until = Math.max(until, end);
  }
  const listed = [...parts].toSorted(([, a], [, b]) => b.time - a.time).slice(0, MAX_PARTS);
  // The rounded parts add up to the rounded range.
  const explained = listed.reduce((sum, [, { time }]) => sum + Math.round(time), 0);
  return { parts: listed.map(formatPart), rest: Math.round(to - from) - explained };
}

const MAX_PARTS = 4;

function formatPart([name, { time, count }]: readonly [string, { time: number; count: number }]): string {
  return `${milliseconds(time)} ${name}${count === 1 ? '' : ` (${count} ×)`}`;
}
