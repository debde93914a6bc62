import { html, printableLine } from '../errors/index.ts';
import type { Html } from '../errors/index.ts';
import type { ProfileSummary } from '../profiler/index.ts';
import { durationBar } from './duration-bar.ts';
import type { ProfilerLinks } from './profiler-links.ts';
import { TERMS } from './search-addresses.ts';
import type { SearchAddresses } from './search-addresses.ts';
import { agoText, clockText, durationText, findingText, sizeText, statusTone } from './words.ts';

/** What rows are drawn with: `longest` is the duration that fills a bar. */
export interface RowOptions {
  readonly links: ProfilerLinks;
  readonly addresses: SearchAddresses;
  readonly longest: number;
  readonly now: number;
}

/** One request as one line. The link in its last cell covers the row; what filters lies above it. */
export function searchRow(row: ProfileSummary, { links, addresses, longest, now }: RowOptions): Html {
  const filter = (field: keyof typeof TERMS): Html => {
    const term = TERMS[field](row);
    return html`<a class="f" href="${addresses.with(term)}" tabindex="-1" title="Only ${term}"></a>`;
  };
  const url = urlParts(row.url);
  return html`<tr>
    <td class="st"><b class="pill ${statusTone(row.status)}">${row.status}</b>${filter('status')}</td>
    <td class="ip">${printableLine(row.ip, 45)}${filter('ip')}</td>
    <td class="me">${printableLine(row.method, 20)}${filter('method')}</td>
    <td class="url"><i>${url.origin}</i>${url.rest}${filter('url')}</td>
    <td class="du n${row.duration >= SLOW && ' slow'}">${durationText(row.duration)}</td>
    <td class="ba">${durationBar(row, longest)}</td>
    <td class="db">${row.dbCount > 0 && `${row.dbCount}/${durationText(row.dbTime)}`}</td>
    <td class="fl">${flags(row)}</td>
    <td class="si n">${row.bytes > 0 && sizeText(row.bytes)}</td>
    <td class="co n">${row.cost} µs</td>
    <td class="ti">
      <time datetime="${new Date(row.time).toISOString()}">${clockText(row.time)}</time>
      <small>${agoText(row.time, now)}</small>
    </td>
    <td class="to"><a href="${links.profile(row.token)}" title="${tooltip(row)}">${row.token}</a></td>
  </tr> `;
}

// From here on somebody waits.
const SLOW = 1000;
const LONGEST_URL = 300;
const MOST_FLAGS = 1;

function urlParts(url: string): { origin: string; rest: string } {
  const [, origin = '', rest = url] = /^([a-z]+:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  return { origin: printableLine(origin, 200), rest: printableLine(rest, LONGEST_URL) };
}

// The link covers the whole row, so this is what any place in it tells.
function tooltip(row: ProfileSummary): string {
  const { duration, dbCount, dbTime, httpCount, httpTime } = row;
  const parts = [
    durationText(duration),
    ...(dbCount > 0 ? [`database: ${dbCount} in ${durationText(dbTime)}`] : []),
    ...(httpCount > 0 ? [`outgoing calls: ${httpCount} in ${durationText(httpTime)}`] : []),
    ...(row.findings.length > 0 ? [row.findings.map(findingText).join(', ')] : []),
    ...(row.note === undefined ? [] : [printableLine(row.note, 100)]),
  ];
  return parts.join(' · ');
}

function flags(row: ProfileSummary): (Html | false)[] {
  // What the status or the counts say already is not said again.
  const findings = row.findings.filter((code) => !SAID.has(code));
  const rest = findings.length - MOST_FLAGS;
  return [
    row.pinned && html`<span class="flag">◆ pin</span>`,
    ...findings.slice(0, MOST_FLAGS).map((code) => html`<span class="flag warning">${findingText(code)}</span>`),
    rest > 0 && html`<span class="flag">+${rest}</span>`,
    row.aborted && html`<span class="flag warning">aborted</span>`,
    row.errors > 0 && html`<span class="bad">✖${row.errors}</span>`,
    row.warnings > 0 && html`<span class="warning">⚠${row.warnings}</span>`,
    row.exception !== undefined &&
      row.status >= 500 &&
      html`<span class="flag bad">${printableLine(row.exception, 24)}</span>`,
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
