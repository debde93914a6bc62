import { html } from '../../core/errors/html.ts';
import type { Html } from '../../core/errors/html.ts';
import type { ProfileSummary } from '../profile.ts';

/**
 * How long a request took beside the others, split by what it waited for. The length grows with its
 * logarithm, so that the short ones tell something beside one that took a minute. Drawn with attributes of SVG, since the page's policy
 * lets no style attribute in.
 */
export function durationBar(row: ProfileSummary, longest: number): Html {
  const { duration } = row;
  const width = Math.max(
    2,
    Math.round((WIDTH * Math.log1p(Math.max(0, duration))) / Math.log1p(Math.max(longest, LEAST))),
  );
  // Work side by side adds up to more than the whole.
  const shared = Math.max(duration, row.dbTime + row.httpTime, 1e-9);
  const db = Math.round((width * row.dbTime) / shared);
  const calls = Math.min(width - db, Math.round((width * row.httpTime) / shared));
  return html`<svg>${[part('db', 0, db), part('http', db, calls), part('', db + calls, width - db - calls)]}</svg>`;
}

const WIDTH = 64;
// A list of nothing but short ones need not look like one of long ones.
const LEAST = 100;

// Its upper edge is the line, so that it needs no height: of a stroke twice as thick the lower half is drawn.
function part(kind: string, x: number, width: number): Html | false {
  return (
    width > 0 && html`<line${kind !== '' && html` class="${kind}"`}${x > 0 && html` x1="${x}"`} x2="${x + width}" />`
  );
}
