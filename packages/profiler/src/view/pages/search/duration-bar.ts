import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { ProfileSummary } from '../../../profile/profile.ts';

/**
 * Returns the duration in milliseconds that fills a bar: a round number that most of the rows do not exceed. One request that took
 * a minute does not make all other bars invisible.
 */
export function chooseBarScale(rows: readonly Pick<ProfileSummary, 'duration'>[]): number {
  const sorted = rows.map(({ duration }) => Math.max(0, duration)).sort((a, b) => a - b);
  const longest = sorted.at(-1) ?? 0;
  const common = sorted[Math.ceil((sorted.length - 1) * 0.9)] ?? 0;
  const wanted = Math.max(MIN_SCALE_MS, longest <= common * 2 ? longest : common);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((factor) => factor * power).find((scale) => scale >= wanted) ?? wanted;
}

/**
 * Renders the duration of a request as a bar, split into database, outgoing calls and the rest. Its length is linear up to the scale;
 * a gap and a mark at the end of a full bar show that the request took longer. It uses SVG attributes because the page's policy
 * forbids style attributes.
 */
export function renderDurationBar({ duration, dbTime, httpTime }: ProfileSummary, scale: number): Html {
  const isLonger = duration > scale;
  const full = isLonger ? BAR_WIDTH - 6 : BAR_WIDTH;
  const width = Math.max(1, Math.round(full * Math.min(1, Math.max(0, duration) / scale)));
  // Concurrent work may add up to more than the duration.
  const total = Math.max(duration, dbTime + httpTime, 1e-9);
  const db = Math.round((width * dbTime) / total);
  const calls = Math.min(width - db, Math.round((width * httpTime) / total));
  return html`<svg>
    ${[renderSegment('db', 0, db), renderSegment('http', db, calls), renderSegment('', db + calls, width - db - calls)]}${isLonger && renderSegment('more', BAR_WIDTH - 4, 4)}
  </svg>`;
}

/** The width of a full bar in pixels. */
export const BAR_WIDTH = 72;
const MIN_SCALE_MS = 10;

// A line at the upper edge needs no y attributes: the lower half of its stroke is visible.
function renderSegment(kind: string, x: number, width: number): Html | false {
  return (
    width > 0 && html`<line${kind !== '' && html` class="${kind}"`}${x > 0 && html` x1="${x}"`} x2="${x + width}" />`
  );
}
