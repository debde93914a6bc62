import { html, raw } from '../../../core/errors/html.ts';
import { printableLine } from '../../../core/errors/printable.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { ProfileSummary } from '../../profile.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import {
  formatAge,
  formatTimeOfDay,
  formatDuration,
  formatFindingCode,
  formatBytes,
  getStatusTone,
} from '../../render/format.ts';

/** What rows are drawn with: `longest` is the duration that fills a bar. */
export interface RowOptions {
  readonly links: ProfilerLinks;
  readonly longest: number;
  readonly now: number;
}

/**
 * One request as one line, in the order of `COLUMNS`. The link in its last cell covers the row. A page may have a hundred
 * of these, so the markup is as slim as it can be: cells are told by their place, the style draws and names the button
 * that leads to what filters by this row, and the script puts the same into the cells of the row under the pointer.
 */
export function renderSearchRow(row: ProfileSummary, { links, longest, now }: RowOptions): Html {
  const url = urlParts(row.url);
  const heard = Math.round(row.time / 1000).toString(36);
  return minifyCells(
    html`<tr>
      <td>${pill(row.status)}</td>
      <td>${printableLine(row.ip, 45)}</td>
      <td>${printableLine(row.method, 20)}</td>
      <td><i>${url.origin}</i>${url.rest}</td>
      <td>${row.duration >= SLOW ? html`<b>${formatDuration(row.duration)}</b>` : formatDuration(row.duration)}</td>
      <td>${durationBar(row, longest)}<button name="of" value="${row.token}"></button></td>
      <td>${row.dbCount > 0 && `${row.dbCount}/${formatDuration(row.dbTime)}`}</td>
      <td>${flags(row)}</td>
      <td>${row.bytes > 0 && formatBytes(row.bytes)}</td>
      <td>${row.cost}</td>
      <td data-t="${heard}">${formatTimeOfDay(row.time)} <i>${formatAge(row.time, now)}</i></td>
      <td><a href="${links.profile(row.token)}" ${tooltip(row)}>${row.token}</a></td>
    </tr>`,
  );
}

/**
 * Cells without what HTML lets one leave out: end tags, and quotation marks around a word. A line break before each cell
 * with text stays, so that a row is words to whoever reads its text.
 */
export function minifyCells(cells: Html): Html {
  return raw(cells.toString().replace(NEEDLESS, '').replace(QUOTED_WORD, '=$1'));
}

const NEEDLESS = /<\/td>|\n(?!<t[dh]|<\/tr)|(?<=<tr>)\n|\n(?=<td>(?:<svg|<\/td>\n<td>))| (?=>)|(?<=") (?= )/g;
// What was recorded has no quotation mark that is not escaped, so this is markup of ours.
const QUOTED_WORD = /="([\w-]+)"/g;
// From here on somebody waits.
const SLOW = 1000;
const LONGEST_URL = 300;
const MOST_FLAGS = 1;

// Most are good, and the look of a good one is that of any.
function pill(status: number): Html {
  const tone = getStatusTone(status);
  return tone === 'good' ? html`<b>${status}</b>` : html`<b class="${tone}">${status}</b>`;
}

function urlParts(url: string): { origin: string; rest: string } {
  const [, origin = '', rest = url] = /^([a-z]+:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  return { origin: printableLine(origin, 200), rest: printableLine(rest, LONGEST_URL) };
}

// The link covers the whole row, so any place in it tells what there was no room for.
function tooltip({ httpCount, httpTime, findings, note }: ProfileSummary): Html | false {
  const parts = [
    ...(httpCount > 0 ? [`outgoing calls: ${httpCount} in ${formatDuration(httpTime)}`] : []),
    ...(findings.length > MOST_FLAGS ? [findings.map(formatFindingCode).join(', ')] : []),
    ...(note === undefined ? [] : [printableLine(note, 100)]),
  ];
  return parts.length > 0 && html` title="${parts.join(' · ')}"`;
}

function flags(row: ProfileSummary): (Html | false)[] {
  // What the status or the counts say already is not said again.
  const findings = row.findings.filter((code) => !SAID.has(code));
  const rest = findings.length - MOST_FLAGS;
  return [
    row.pinned && html`<u>◆ pin</u>`,
    ...findings.slice(0, MOST_FLAGS).map((code) => html`<u class="warning">${formatFindingCode(code)}</u>`),
    rest > 0 && html`<u>+${rest}</u>`,
    row.aborted && html`<u class="warning">aborted</u>`,
    row.errors > 0 && html`<b class="bad">✖${row.errors}</b>`,
    row.warnings > 0 && html`<b class="warning">⚠${row.warnings}</b>`,
    row.exception !== undefined && row.status >= 500 && html`<u class="bad">${printableLine(row.exception, 24)}</u>`,
  ];
}

const SAID = new Set([
  'exception',
  'aborted',
  'logged-errors',
  'logged-warnings',
  'method-not-allowed',
  'unknown-host',
]);

/**
 * How long a request took beside the others, split by what it waited for. The length grows with its
 * logarithm, so that the short ones tell something beside one that took a minute. Drawn with attributes of SVG, since the page's policy
 * lets no style attribute in.
 */
function durationBar(row: ProfileSummary, longest: number): Html {
  const { duration } = row;
  const width = Math.max(
    2,
    Math.round((WIDTH * Math.log1p(Math.max(0, duration))) / Math.log1p(Math.max(longest, LEAST))),
  );
  // Work side by side adds up to more than the whole.
  const shared = Math.max(duration, row.dbTime + row.httpTime, 1e-9);
  const db = Math.round((width * row.dbTime) / shared);
  const calls = Math.min(width - db, Math.round((width * row.httpTime) / shared));
  return html`<svg>
    ${[barPart('db', 0, db), barPart('http', db, calls), barPart('', db + calls, width - db - calls)]}
  </svg>`;
}

const WIDTH = 64;
// A list of nothing but short ones need not look like one of long ones.
const LEAST = 100;

// Its upper edge is the line, so that it needs no height: of a stroke twice as thick the lower half is drawn.
function barPart(kind: string, x: number, width: number): Html | false {
  return (
    width > 0 && html`<line${kind !== '' && html` class="${kind}"`}${x > 0 && html` x1="${x}"`} x2="${x + width}" />`
  );
}
