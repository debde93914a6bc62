import { html, printableLine } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { ProfileSummary } from '../../../profile/profile.ts';
import type { SortKey } from '../../../store/search/profile-query.ts';
import { writeTerm } from '../../../store/search/query-parameters.ts';
import { formatDuration } from '../../render/format.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import { findRestarts } from './restarts.ts';
import { renderSearchRow, minifyCells } from './search-row.ts';
import type { RowOptions } from './search-row.ts';
import { describeGap } from './recorder-gaps.ts';
import type { RecorderGap } from './recorder-gaps.ts';
import type { SearchResults } from './search-results.ts';

/** Renders the table of profiles. The heading of a sortable column is a button that sorts by it. */
export function renderSearchTable({ rows, query, gaps }: SearchResults, options: RowOptions): Html {
  const gapsByToken = new Map(query.sort.by === 'time' ? gaps.map((gap) => [gap.token, gap]) : []);
  const gapBeside = (token: string, comesFirst: boolean): Html | undefined => {
    const gap = gapsByToken.get(token);
    return gap && comesFirst !== query.sort.descending ? renderGapRow(gap) : undefined;
  };
  const restarts = query.sort.by === 'time' ? findRestarts(rows) : new Map<number, number>();
  // Hidden without rows; the script shows it when the first live row arrives.
  return html`<table class="list" ${rows.length === 0 && html` hidden`}>
    <thead>
      <tr>
        ${minifyCells(html`${COLUMNS.map((column) => renderColumnHeading(column, query.sort, options.scale))}`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row, index) => {
        const previous = restarts.get(index);
        // The line is above the older process, and names the newer one.
        const other = rows[previous ?? 0]!;
        const [started, ended] = query.sort.descending ? [other, row] : [row, other];
        return [
          previous !== undefined && renderRestartRow(started, options, ended),
          gapBeside(row.token, true),
          renderSearchRow(row, options),
          gapBeside(row.token, false),
        ];
      })}
    </tbody>
  </table>`;
}

interface Column {
  readonly label: string;
  readonly kind: string;
  readonly by?: SortKey;
  readonly numeric?: boolean;
}

const COLUMNS: readonly Column[] = [
  { label: 'Status', kind: 'st', by: 'status' },
  { label: 'Method', kind: 'me', by: 'method' },
  { label: 'URL', kind: 'url', by: 'url' },
  { label: 'Duration', kind: 'du', by: 'duration', numeric: true },
  { label: '', kind: 'ba' },
  { label: 'Queries', kind: 'qu', by: 'dbCount', numeric: true },
  { label: 'Findings', kind: 'fl', by: 'errors' },
  { label: 'Size', kind: 'si', by: 'bytes', numeric: true },
  { label: 'Time', kind: 'ti', by: 'time' },
  { label: 'IP', kind: 'ip', by: 'ip' },
  { label: 'Token', kind: 'to', by: 'token' },
  { label: '', kind: 'mo' },
];

function renderColumnHeading(column: Column, sort: SearchResults['query']['sort'], scale: number): Html {
  const { label, kind, by, numeric } = column;
  // The duration that fills a bar.
  if (by === undefined) return html`<td class="${kind}">${kind === 'ba' && formatDuration(scale)}</td>`;
  const sorted = sort.by === by;
  const order = sort.descending ? 'descending' : 'ascending';
  // Numbers and times sort descending first; a second click reverses the order.
  const next = sorted ? !sort.descending : !TEXT_COLUMNS.has(by);
  const arrow = sort.descending ? '↓' : '↑';
  // The leading space separates the headings in the text content.
  return html` <th class="${kind}${numeric && ' n'}" ${sorted && html` aria-sort="${order}"`}>
    <button name="sort" value="${next && '-'}${by}">
      ${label}${sorted && html`<span aria-hidden="true"> ${arrow}</span>`}
    </button>
  </th>`;
}

const TEXT_COLUMNS = new Set<SortKey>(['method', 'url', 'ip', 'token', 'route']);

/**
 * Renders the row that marks a restart of a process of an application. It links to what changed since the process that ended, which is
 * computed when that page is opened.
 */
export function renderRestartRow(
  { pid, app, boot }: ProfileSummary,
  { showsApplications, links }: Partial<RowOptions>,
  ended?: ProfileSummary,
): Html {
  const name = showsApplications ? `${printableLine(app, 60)} ` : '';
  const change = ended !== undefined && links && renderChangeLink(boot, ended.boot, links);
  // A cell over more columns than there are would make the others narrower.
  return html`<tr class="boot">
    <td colspan="${COLUMNS.length}"><span>${name}restarted · process ${pid}${change}</span></td>
  </tr>`;
}

function renderChangeLink(boot: string, ended: string, links: ProfilerLinks): Html {
  const parameters = new URLSearchParams({ q: searchBoot(boot), compare: searchBoot(ended) });
  return html` <a href="${links.to('/routes', parameters)}">what changed</a>`;
}

function searchBoot(boot: string): string {
  return writeTerm({ field: 'boot', operator: 'is', value: boot, negated: false });
}

function renderGapRow(gap: RecorderGap): Html {
  return html`<tr class="boot gap">
    <td colspan="${COLUMNS.length}"><span>${describeGap(gap)}</span></td>
  </tr>`;
}
