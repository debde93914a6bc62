import type { Span } from 'oriel-core/trace';
import { finding, milliseconds, quoted, rule } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

const BLOCKED = 50;
const GAP = 150;
const PART = 0.5;

/** The name of the spans that record a blocked event loop. */
export const EVENT_LOOP_BLOCK = 'Event loop blocked';

export const blockedRule = rule('blocked', 'warning', 'timeline', ({ spans }) => {
  const blocks = spans.filter(({ name, duration }) => name === EVENT_LOOP_BLOCK && duration >= BLOCKED);
  const longest = blocks.toSorted((a, b) => b.duration - a.duration)[0];
  return (
    longest &&
    `Event loop blocked for ${milliseconds(longest.duration)}, starting ${milliseconds(longest.start)} into the request: no other request was handled`
  );
});

/** Reports a long time in which no span was recorded. */
export const gapRule = rule('gap', 'info', 'timeline', (facts) => {
  if (isStream(facts) || facts.summary.aborted) return undefined;
  const { duration } = facts.summary;
  if (duration < GAP) return undefined;
  const gap = largestGap(facts.spans, duration);
  if (gap === undefined || gap.length < GAP || gap.length < duration * PART) return undefined;
  const inside = gap.inside === undefined ? '' : ` in ${gap.inside}`;
  const { parts, rest } = explainGap(facts.spans, gap.start, gap.start + gap.length);
  const why = 'computation, or waiting without a span';
  const where = `${milliseconds(gap.length)} of ${milliseconds(duration)}${inside}`;
  if (parts.length === 0) return `No work was recorded for ${where}: ${why}`;
  return `No query or call for ${where}: ${[...parts, ...(rest >= 1 ? [`${milliseconds(rest)} ${why}`] : [])].join(', ')}`;
});

function isStream({ summary }: Facts): boolean {
  return /^(?:text\/event-stream|multipart\/x-mixed-replace|application\/octet-stream)/.test(summary.contentType ?? '');
}

const FRAMES = new Set<Span['kind']>(['controller', 'kernel', 'listener']);

interface Gap {
  readonly start: number;
  readonly length: number;
  readonly inside: string | undefined;
}

function largestGap(spans: readonly Span[], duration: number): Gap | undefined {
  const parents = new Set(spans.map(({ parent }) => parent));
  // A leaf span explains its time, for example a query; a controller or listener without inner spans does not.
  const leaves = spans.filter(
    ({ id, kind, name, duration: length }) =>
      length > 0 && kind !== 'work' && !parents.has(id) && (name === EVENT_LOOP_BLOCK || !FRAMES.has(kind)),
  );
  const covered = leaves
    .map(({ start, duration: length }) => [start, start + length] as const)
    .sort((a, b) => a[0] - b[0]);
  let largest: readonly [from: number, to: number] = [0, 0];
  let end = 0;
  for (const [from, to] of [...covered, [duration, duration] as const]) {
    if (from - end > largest[1] - largest[0]) largest = [end, from];
    end = Math.max(end, to);
  }
  const [from, to] = largest;
  const around = spans.filter(
    (span) =>
      (span.kind === 'controller' || span.kind === 'listener') &&
      span.start <= from + 1 &&
      span.start + span.duration >= to - 1,
  );
  return { start: from, length: to - from, inside: around.at(-1)?.name };
}

/**
 * Divides a time range by the work of Node.js and of libraries that was measured in it. Work that overlaps other work counts
 * once, so that the parts and the rest are the whole range.
 *
 * @returns texts such as `398 ms pbkdf2 (4 ×)`, the longest first, and the milliseconds that no work explains
 */
export function explainGap(spans: readonly Span[], from: number, to: number) {
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

const SLOW = 300;

/** Reports the slowest outgoing call. */
export const slowCallRule = rule('slow-call', 'warning', 'http-client', ({ spans }) => {
  const calls = spans.filter(({ kind, duration, error }) => kind === 'http' && duration > SLOW && error === undefined);
  const slowest = calls.toSorted((a, b) => b.duration - a.duration)[0];
  return slowest && `Slow outgoing call: ${quoted(slowest.name)} took ${milliseconds(slowest.duration)}`;
});

/** Reports an outgoing call, a Redis command or a message that failed. */
export const failedCallRule: Rule = ({ spans }) => {
  const failed = spans.find(hasFailed);
  if (!failed) return undefined;
  const { kind, name, error, details } = failed;
  const why = error === undefined ? `returned ${String(details?.['status'])}` : `failed: ${error.slice(0, 200)}`;
  const { panel, label } = CALLS[kind as keyof typeof CALLS];
  return finding('failed-call', 'warning', panel, `${label} ${quoted(name)} ${why}`);
};

const CALLS = {
  http: { panel: 'http-client', label: 'Outgoing call' },
  cache: { panel: 'redis', label: 'Redis command' },
  mail: { panel: 'mail', label: 'Message' },
} as const;

// Clients send a script or create a group after these errors, and try what an old server may not know.
const EXPECTED = /^(?:\w+: )?(?:NOSCRIPT|BUSYGROUP)\b|unknown subcommand/;

function hasFailed({ kind, error, details }: Span): boolean {
  if (kind === 'http') return error !== undefined || Number(details?.['status']) >= 500;
  if (kind === 'cache') return error !== undefined && !EXPECTED.test(error);
  return kind === 'mail' && error !== undefined;
}

/** Nothing was recorded for some time before this request, so requests are missing in the list. */
export const recordingPausedRule = rule('recording-paused', 'warning', 'timeline', ({ data: { pause } }) => {
  if (!pause) return undefined;
  const missing = pause.requests === 1 ? '1 request was' : `${pause.requests} requests were`;
  return `Recording paused for ${milliseconds(pause.milliseconds)} before this request, because the event loop was overloaded: ${missing} not recorded`;
});
