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
  formatStatusCode,
} from '../../render/format.ts';

/** Options of a row. `longest` is the duration in milliseconds that fills the bar, `now` the current time. */
export interface RowOptions {
  readonly links: ProfilerLinks;
  readonly longest: number;
  readonly now: number;
  /** Adds a cell with the name of the application. */
  readonly showsApplications?: boolean | undefined;
  /** Adds a cell with the name of the machine. */
  readonly showsMachines?: boolean | undefined;
}

/**
 * Renders one request as a table row, in the order of `COLUMNS`. The link in the last cell covers the row. A page may have
 * a hundred rows, so the markup is minimal: styles select cells by position and draw the filter button, and the script
 * adds filter menus to the row under the pointer.
 */
export function renderSearchRow(row: ProfileSummary, options: RowOptions): Html {
  const { links, longest, now, showsApplications, showsMachines } = options;
  const url = splitUrl(row.url);
  const seconds = Math.round(row.time / 1000).toString(36);
  const application = showsApplications && html`<td>${printableLine(row.app, 60)}</td>`;
  const machine = showsMachines === true && html`<td>${printableLine(row.machine ?? '', 60)}</td>`;
  return minifyCells(
    html`<tr>
      <td>${renderStatus(row.status)}</td>
      <td>${printableLine(row.ip, 45)}</td>
      <td>${printableLine(row.method, 20)}</td>
      <td><i>${url.origin}</i>${url.rest}</td>
      <td>
        ${row.duration >= SLOW_REQUEST_MS ? html`<b>${formatDuration(row.duration)}</b>` : formatDuration(row.duration)}
      </td>
      <td>${renderDurationBar(row, longest)}<button name="of" value="${row.token}"></button></td>
      <td>${row.dbCount > 0 && `${row.dbCount}/${formatDuration(row.dbTime)}`}</td>
      <td>${renderFlags(row)}</td>
      <td>${row.bytes > 0 && formatBytes(row.bytes)}</td>
      <td>${row.cost}</td>
      <td data-t="${seconds}">${formatTimeOfDay(row.time)} <i>${formatAge(row.time, now)}</i></td>
      <td><a href="${links.profile(row.token)}" ${renderTooltip(row)}>${row.token}</a></td>
      ${[application, machine]}
    </tr>`,
  );
}

/**
 * Removes optional end tags and optional quotation marks from cells. The line break before each cell with text stays, so
 * that the text content of a row has word boundaries.
 */
export function minifyCells(cells: Html): Html {
  return raw(cells.toString().replace(OPTIONAL_MARKUP, '').replace(QUOTED_WORD, '=$1'));
}

const OPTIONAL_MARKUP = /<\/td>|\n(?!<t[dh]|<\/tr)|(?<=<tr>)\n|\n(?=<td>(?:<svg|<\/td>\n<td>))| (?=>)|(?<=") (?= )/g;
// Recorded text has no unescaped quotation marks, so only markup of this file matches.
const QUOTED_WORD = /="([\w-]+)"/g;
const SLOW_REQUEST_MS = 1000;
const MAX_URL_LENGTH = 300;
const MAX_FINDINGS = 1;

// Successful statuses are the most common; they need no class.
function renderStatus(status: number): Html {
  const tone = getStatusTone(status);
  const text = formatStatusCode(status);
  return tone === 'good' ? html`<b>${text}</b>` : html`<b class="${tone}">${text}</b>`;
}

function splitUrl(url: string): { origin: string; rest: string } {
  const [, origin = '', rest = url] = /^([a-z]+:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  return { origin: printableLine(origin, 200), rest: printableLine(rest, MAX_URL_LENGTH) };
}

// The link covers the row, so its tooltip appears over every cell.
function renderTooltip({ httpCount, httpTime, findings, note }: ProfileSummary): Html | false {
  const parts = [
    ...(httpCount > 0 ? [`outgoing calls: ${httpCount} in ${formatDuration(httpTime)}`] : []),
    ...(findings.length > MAX_FINDINGS ? [findings.map(formatFindingCode).join(', ')] : []),
    ...(note === undefined ? [] : [printableLine(note, 100)]),
  ];
  return parts.length > 0 && html` title="${parts.join(' · ')}"`;
}

function renderFlags(row: ProfileSummary): (Html | false)[] {
  // Omits findings that repeat the status or the counts.
  const findings = row.findings.filter((code) => !REDUNDANT_FINDINGS.has(code));
  const rest = findings.length - MAX_FINDINGS;
  return [
    row.pinned && html`<u>◆ pin</u>`,
    ...findings.slice(0, MAX_FINDINGS).map((code) => html`<u class="warning">${formatFindingCode(code)}</u>`),
    rest > 0 && html`<u>+${rest}</u>`,
    row.aborted && html`<u class="warning">aborted</u>`,
    row.errors > 0 && html`<b class="bad">✖${row.errors}</b>`,
    row.warnings > 0 && html`<b class="warning">⚠${row.warnings}</b>`,
    row.exception !== undefined && row.status >= 500 && html`<u class="bad">${printableLine(row.exception, 24)}</u>`,
  ];
}

const REDUNDANT_FINDINGS = new Set([
  'exception',
  'aborted',
  'logged-errors',
  'logged-warnings',
  'method-not-allowed',
  'unknown-host',
]);

/**
 * Renders the duration of a request as a bar, split into database, outgoing calls and the rest. The length is logarithmic,
 * so that short durations remain visible next to long ones. It uses SVG attributes because the page's policy forbids style
 * attributes.
 */
function renderDurationBar(row: ProfileSummary, longest: number): Html {
  const { duration } = row;
  const width = Math.max(
    2,
    Math.round((BAR_WIDTH * Math.log1p(Math.max(0, duration))) / Math.log1p(Math.max(longest, MIN_SCALE_MS))),
  );
  // Concurrent work may add up to more than the duration.
  const total = Math.max(duration, row.dbTime + row.httpTime, 1e-9);
  const db = Math.round((width * row.dbTime) / total);
  const calls = Math.min(width - db, Math.round((width * row.httpTime) / total));
  return html`<svg>
    ${[renderBarSegment('db', 0, db), renderBarSegment('http', db, calls), renderBarSegment('', db + calls, width - db - calls)]}
  </svg>`;
}

const BAR_WIDTH = 64;
// Keeps the bars short in a list of fast requests only.
const MIN_SCALE_MS = 100;

// A line at the upper edge needs no y attributes: the lower half of its stroke is visible.
function renderBarSegment(kind: string, x: number, width: number): Html | false {
  return (
    width > 0 && html`<line${kind !== '' && html` class="${kind}"`}${x > 0 && html` x1="${x}"`} x2="${x + width}" />`
  );
}
