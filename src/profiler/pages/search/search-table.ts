import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { ProfileSummary } from '../../profile.ts';
import type { SortKey } from '../../search/profile-query.ts';
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
    return gap && comesFirst !== query.sort.descending ? renderGapRow(gap, options) : undefined;
  };
  const restarts = query.sort.by === 'time' ? findRestarts(rows) : new Set<number>();
  // Hidden without rows; the script shows it when the first live row arrives.
  return html`<table class="list" ${rows.length === 0 && html` hidden`}>
    <thead>
      <tr>
        ${minifyCells(html`${columnsOf(options).map((column) => renderColumnHeading(column, query.sort))}`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row, index) => [restarts.has(index) && renderRestartRow(rows[query.sort.descending ? index - 1 : index]!, options), gapBeside(row.token, true), renderSearchRow(row, options), gapBeside(row.token, false)])}
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
  { label: 'IP', kind: 'ip', by: 'ip' },
  { label: 'Method', kind: 'me', by: 'method' },
  { label: 'URL', kind: 'url', by: 'url' },
  { label: 'Duration', kind: 'du', by: 'duration', numeric: true },
  { label: '', kind: 'ba' },
  { label: 'DB', kind: 'db', by: 'dbTime' },
  { label: 'Flags', kind: 'fl', by: 'errors' },
  { label: 'Size', kind: 'si', by: 'bytes', numeric: true },
  { label: 'Overhead', kind: 'co', by: 'cost', numeric: true },
  { label: 'Time', kind: 'ti', by: 'time' },
  { label: 'Token', kind: 'to', by: 'token' },
];
const APPLICATION: Column = { label: 'Application', kind: 'ap' };

const MACHINE: Column = { label: 'Machine', kind: 'ap' };

type ShownColumns = Pick<RowOptions, 'showsApplications' | 'showsMachines'>;

function columnsOf({ showsApplications, showsMachines }: ShownColumns): readonly Column[] {
  return [...COLUMNS, ...(showsApplications ? [APPLICATION] : []), ...(showsMachines ? [MACHINE] : [])];
}

function renderColumnHeading({ label, kind, by, numeric }: Column, sort: SearchResults['query']['sort']): Html {
  if (by === undefined) return html`<td class="${kind}">${label}</td>`;
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
 * Returns the indexes of the rows that follow a restart of the process. Rows of concurrent processes alternate, so a
 * restart is reported only where all rows of one process precede all rows of the other.
 */
function findRestarts(rows: readonly ProfileSummary[]): Set<number> {
  const last = new Map(rows.map(({ boot }, index) => [boot, index]));
  const restarts = new Set<number>();
  let lastIndex = -1;
  rows.forEach(({ boot }, index) => {
    if (index > 0 && lastIndex < index) restarts.add(index);
    lastIndex = Math.max(lastIndex, last.get(boot)!);
  });
  return restarts;
}

/** Renders the row that marks a restart of the process. A cell over more columns than there are would make the others narrower. */
export function renderRestartRow({ pid }: ProfileSummary, options: ShownColumns): Html {
  return html`<tr class="boot">
    <td colspan="${columnsOf(options).length}"><span>restarted · process ${pid}</span></td>
  </tr>`;
}

function renderGapRow(gap: RecorderGap, options: ShownColumns): Html {
  return html`<tr class="boot gap">
    <td colspan="${columnsOf(options).length}"><span>${describeGap(gap)}</span></td>
  </tr>`;
}
