import type { Span } from '../../core/trace/span.ts';
import { finding, milliseconds } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

const BLOCKED = 50;
const GAP = 150;
const PART = 0.5;

/** Nothing else could run for a while. Whoever watches the event loop records a span of this name. */
export const EVENT_LOOP_BLOCK = 'event-loop block';

export const blockedRule: Rule = ({ spans }) => {
  const blocks = spans.filter(({ name, duration }) => name === EVENT_LOOP_BLOCK && duration >= BLOCKED);
  const longest = blocks.toSorted((a, b) => b.duration - a.duration)[0];
  return (
    longest &&
    finding(
      'blocked',
      'warning',
      'timeline',
      `The event loop stood still for ${milliseconds(longest.duration)}, ${milliseconds(longest.start)} into the request: no other request was answered`,
    )
  );
};

/** Much time in which nothing was recorded. */
export const gapRule: Rule = (facts) => {
  if (isStream(facts) || facts.summary.aborted) return undefined;
  const { duration } = facts.summary;
  if (duration < GAP) return undefined;
  const gap = largestGap(facts.spans, duration);
  if (gap === undefined || gap.length < GAP || gap.length < duration * PART) return undefined;
  const inside = gap.inside === undefined ? '' : ` inside ${gap.inside}`;
  return finding(
    'gap',
    'info',
    'timeline',
    `${milliseconds(gap.length)} of ${milliseconds(duration)}${inside} have nothing recorded in them: computing, or waiting for something without a span`,
  );
};

function isStream({ summary }: Facts): boolean {
  return /^(?:text\/event-stream|multipart\/x-mixed-replace|application\/octet-stream)/.test(summary.contentType ?? '');
}

const FRAMES = new Set<Span['kind']>(['controller', 'kernel', 'listener']);

interface Gap {
  readonly length: number;
  readonly inside: string | undefined;
}

function largestGap(spans: readonly Span[], duration: number): Gap | undefined {
  const parents = new Set(spans.map(({ parent }) => parent));
  // Work that contains no other work explains itself when it waits for something; a controller that contains none does not.
  const leaves = spans.filter(
    ({ id, kind, name, duration: length }) =>
      length > 0 && !parents.has(id) && (name === EVENT_LOOP_BLOCK || !FRAMES.has(kind)),
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
  return { length: to - from, inside: around.at(-1)?.name };
}
