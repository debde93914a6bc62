import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { ProfileSummary } from '../../profile.ts';
import type { SortKey } from '../../search/profile-query.ts';
import { renderSearchRow, minifyCells } from './search-row.ts';
import type { RowOptions } from './search-row.ts';
import type { SearchResults } from './search-results.ts';

/** The rows under their columns; every column that has an order is sorted by its button. */
export function renderSearchTable({ rows, query }: SearchResults, options: RowOptions): Html {
  const restarts = query.sort.by === 'time' ? restartsOf(rows) : new Set<number>();
  // Without rows it waits, with its headings, for the first live row.
  return html`<table class="list" ${rows.length === 0 && html` hidden`}>
    <thead>
      <tr>
        ${minifyCells(html`${COLUMNS.map((column) => columnHead(column, query.sort))}`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row, index) => [restarts.has(index) && renderRestartRow(rows[query.sort.descending ? index - 1 : index]!), renderSearchRow(row, options)])}
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
  { label: 'Cost', kind: 'co', by: 'cost', numeric: true },
  { label: 'Time', kind: 'ti', by: 'time' },
  { label: 'Token', kind: 'to', by: 'token' },
];

function columnHead({ label, kind, by, numeric }: Column, sort: SearchResults['query']['sort']): Html {
  if (by === undefined) return html`<td class="${kind}">${label}</td>`;
  const sorted = sort.by === by;
  const order = sort.descending ? 'descending' : 'ascending';
  // Numbers and times begin with the largest, and a second time turns the order.
  const next = sorted ? !sort.descending : !TEXTS.has(by);
  const arrow = sort.descending ? '↓' : '↑';
  // The blank in front keeps the heads words of their own.
  return html` <th class="${kind}${numeric && ' n'}" ${sorted && html` aria-sort="${order}"`}>
    <button name="sort" value="${next && '-'}${by}">
      ${label}${sorted && html`<span aria-hidden="true"> ${arrow}</span>`}
    </button>
  </th>`;
}

const TEXTS = new Set<SortKey>(['method', 'url', 'ip', 'token', 'route']);

/**
 * Before which rows another start of the process begins. Processes that run side by side take turns, which is no
 * restart: it is one only where nothing of the one comes after anything of the other.
 */
function restartsOf(rows: readonly ProfileSummary[]): Set<number> {
  const last = new Map(rows.map(({ boot }, index) => [boot, index]));
  const restarts = new Set<number>();
  let reach = -1;
  rows.forEach(({ boot }, index) => {
    if (index > 0 && reach < index) restarts.add(index);
    reach = Math.max(reach, last.get(boot)!);
  });
  return restarts;
}

/** Stands between the last row of a process and the first of the next. */
export function renderRestartRow({ pid }: ProfileSummary): Html {
  return html`<tr class="boot">
    <td colspan="${COLUMNS.length}"><span>restarted · process ${pid}</span></td>
  </tr>`;
}
