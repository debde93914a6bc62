import { html, raw, printableLine } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { ProfileSummary } from '../../../profile/profile.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import { formatTimeOfDay, formatDuration, formatBytes, getStatusTone, formatStatusCode } from '../../render/format.ts';
import { renderDurationBar } from './duration-bar.ts';
import { listRowFindings, MAX_FINDINGS, renderRowFindings } from './row-findings.ts';
import { renderUrl } from './row-url.ts';

/** Options of a row. `scale` is the duration in milliseconds that fills the bar. */
export interface RowOptions {
  readonly links: ProfilerLinks;
  readonly scale: number;
  /** The origin of most requests of each application, which rows do not repeat. */
  readonly origins: ReadonlyMap<string, string>;
  /** Shows the name of the application beside the path. */
  readonly showsApplications?: boolean | undefined;
  /** Shows the name of the machine beside the path. */
  readonly showsMachines?: boolean | undefined;
  /** Shows a checkbox, with which two rows are compared, instead of the button of the menu. */
  readonly showsTicks?: boolean | undefined;
}

/**
 * Renders one request as a table row, in the order of `COLUMNS`. The link of the token covers the row. A page may have a hundred
 * rows, so the markup is minimal: styles select cells by position and draw the button, whose menu is loaded when it opens.
 */
export function renderSearchRow(row: ProfileSummary, options: RowOptions): Html {
  const { links, scale, origins } = options;
  const { token } = row;
  return minifyCells(
    html`<tr>
      <td>${renderStatus(row.status)}</td>
      <td>${printableLine(row.method, 20)}</td>
      <td>${[renderSource(row, options), renderUrl(row.url, origins.get(row.app))]}</td>
      <td>
        ${row.duration >= SLOW_REQUEST_MS ? html`<b>${formatDuration(row.duration)}</b>` : formatDuration(row.duration)}
      </td>
      <td>${renderDurationBar(row, scale)}</td>
      <td>${row.dbCount > 0 && row.dbCount}</td>
      <td>${renderRowFindings(row)}</td>
      <td>${row.bytes > 0 && formatBytes(row.bytes)}</td>
      <td>${formatTimeOfDay(row.time)}</td>
      <td>${printableLine(row.ip.replace(/^::ffff:(?=\d+\.)/, ''), 45)}</td>
      <td><a href="${links.profile(token)}" ${renderTooltip(row)}>${token}</a></td>
      <td>${options.showsTicks ? renderTick(token) : html`<button name="of" value="${token}">${token}</button>`}</td>
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

/** From this duration on a request is slow, in milliseconds. */
export const SLOW_REQUEST_MS = 1000;

// Less is of no interest.
const MIN_SHOWN_MS = 10;
const OPTIONAL_MARKUP = /<\/td>|\n(?!<t[dh]|<\/tr)|(?<=<tr>)\n|\n(?=<td>(?:<svg|<\/td>\n<td>))| (?=>)|(?<=") (?= )/g;
// Recorded text has no unescaped quotation marks, so only markup of this file matches.
const QUOTED_WORD = /="([\w-]+)"/g;

// Successful statuses are the most common; they need no class.
function renderStatus(status: number): Html {
  const tone = getStatusTone(status);
  const text = formatStatusCode(status);
  return tone === 'good' ? html`<b>${text}</b>` : html`<b class="${tone}">${text}</b>`;
}

function renderTick(token: string): Html {
  return html`<input type="checkbox" form="compare" name="with" value="${token}" aria-label="Compare ${token}" />`;
}

// The application, the machine or both.
function renderSource({ app, machine = '' }: ProfileSummary, options: RowOptions): Html | false {
  const names = [options.showsApplications ? app : '', options.showsMachines ? machine : ''].filter(
    (name) => name !== '',
  );
  return names.length > 0 && html`<u>${names.map((name) => printableLine(name, 60)).join(' · ')}</u> `;
}

// The link covers the row, so its tooltip appears over every cell.
function renderTooltip(row: ProfileSummary): Html | false {
  const { httpCount, httpTime, dbTime, note } = row;
  const findings = listRowFindings(row);
  const parts = [
    ...(dbTime >= MIN_SHOWN_MS ? [`${formatDuration(dbTime)} in queries`] : []),
    ...(httpCount > 0 ? [`outgoing calls: ${httpCount} in ${formatDuration(httpTime)}`] : []),
    ...(findings.length > MAX_FINDINGS ? [findings.map(({ text }) => text).join(', ')] : []),
    ...(note === undefined ? [] : [printableLine(note, 100)]),
  ];
  return parts.length > 0 && html` title="${parts.join(' · ')}"`;
}
