import { html, raw } from '../../../core/errors/html.ts';
import { printableLine } from '../../../core/errors/printable.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { ProfileSummary } from '../../profile.ts';
import { durationBar } from '../duration-bar.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import { agoText, clockText, durationText, findingText, sizeText, statusTone } from '../../render/format.ts';

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
export function searchRow(row: ProfileSummary, { links, longest, now }: RowOptions): Html {
  const url = urlParts(row.url);
  const heard = Math.round(row.time / 1000).toString(36);
  return slim(
    html`<tr>
      <td>${pill(row.status)}</td>
      <td>${printableLine(row.ip, 45)}</td>
      <td>${printableLine(row.method, 20)}</td>
      <td><i>${url.origin}</i>${url.rest}</td>
      <td>${row.duration >= SLOW ? html`<b>${durationText(row.duration)}</b>` : durationText(row.duration)}</td>
      <td>${durationBar(row, longest)}<button name="of" value="${row.token}"></button></td>
      <td>${row.dbCount > 0 && `${row.dbCount}/${durationText(row.dbTime)}`}</td>
      <td>${flags(row)}</td>
      <td>${row.bytes > 0 && sizeText(row.bytes)}</td>
      <td>${row.cost}</td>
      <td data-t="${heard}">${clockText(row.time)} <i>${agoText(row.time, now)}</i></td>
      <td><a href="${links.profile(row.token)}" ${tooltip(row)}>${row.token}</a></td>
    </tr>`,
  );
}

/**
 * Cells without what HTML lets one leave out: end tags, and quotation marks around a word. A line break before each cell
 * with text stays, so that a row is words to whoever reads its text.
 */
export function slim(cells: Html): Html {
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
  const tone = statusTone(status);
  return tone === 'good' ? html`<b>${status}</b>` : html`<b class="${tone}">${status}</b>`;
}

function urlParts(url: string): { origin: string; rest: string } {
  const [, origin = '', rest = url] = /^([a-z]+:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  return { origin: printableLine(origin, 200), rest: printableLine(rest, LONGEST_URL) };
}

// The link covers the whole row, so any place in it tells what there was no room for.
function tooltip({ httpCount, httpTime, findings, note }: ProfileSummary): Html | false {
  const parts = [
    ...(httpCount > 0 ? [`outgoing calls: ${httpCount} in ${durationText(httpTime)}`] : []),
    ...(findings.length > MOST_FLAGS ? [findings.map(findingText).join(', ')] : []),
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
    ...findings.slice(0, MOST_FLAGS).map((code) => html`<u class="warning">${findingText(code)}</u>`),
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
