import { escapeHtml } from 'oriel-core/errors';
import type { Block, Column, Row, Text } from '../../profile/view-model.ts';
import { facts, metrics, note, numberColumn } from '../panels/blocks.ts';
import { toPlainText } from '../render/blocks-text.ts';
import { formatCount, formatDuration, formatEstimate, formatFindingCode } from '../render/format.ts';
import { MAX_PROFILES } from './group-by-route.ts';
import { searchFinding, searchRoute, searchSlow } from './route-searches.ts';
import type { RoutesSummary, RouteSummary } from './summarize-routes.ts';

const ORDERS = {
  time: { label: 'total time', read: ({ totalTime }: RouteSummary) => totalTime },
  p95: { label: 'p95', read: ({ p95 }: RouteSummary) => p95 },
  errors: { label: 'failed requests', read: ({ failed }: RouteSummary) => failed },
  queries: { label: 'most queries', read: ({ queriesMax }: RouteSummary) => queriesMax },
};

export type RouteOrder = keyof typeof ORDERS;

export const ROUTE_ORDERS = Object.keys(ORDERS) as RouteOrder[];

export interface RouteBlocksOptions {
  readonly order: RouteOrder;
  /** Returns the link to the list of requests that match a search; an empty text without links. */
  readonly list: (search: string, sort?: string) => string;
  /** Returns the link to the same routes in another order, or to all of them. */
  readonly page?: (order: RouteOrder, showsAll: boolean) => string;
  /** The size of the links and texts that a page has space for. Default: unlimited. */
  readonly maxBytes?: number;
}

/** Returns the routes as plain data for JSON, at most {@link MAX_ROUTES}. */
export function buildRoutesJson(summary: RoutesSummary, order: RouteOrder): object {
  const { requests, profiles, totalTime, isComplete, durations } = summary;
  const sorted = sortRoutes(summary, order);
  const routes = sorted.slice(0, MAX_ROUTES).map((route) => ({
    ...route,
    app: shortenText(route.app),
    method: shortenText(route.method),
    route: shortenText(route.route),
    findings: route.findings.map(([code, count]) => ({ code: shortenText(code), requests: count })),
  }));
  const omitted = addUp(sorted.slice(MAX_ROUTES));
  return { requests, profiles, totalTime, isComplete, durations, routes, omitted };
}

export const MAX_ROUTES = 200;

/** Builds the view of the routes of a search. */
export function buildRouteBlocks(summary: RoutesSummary, options: RouteBlocksOptions): readonly Block[] {
  const { order, page, list, maxBytes = Infinity } = options;
  const hasApplications = new Set(summary.routes.map(({ app }) => app)).size > 1;
  const routes = sortRoutes(summary, order);
  const shown = routes.slice(0, MAX_ROUTES);
  const { totalTime } = summary;
  const rows = takeRows(
    shown.map((route) => buildRow(route, { list, hasApplications, totalTime })),
    maxBytes,
  );
  const omitted = routes.slice(rows.length);
  return [
    metrics([
      ['Total time', formatDuration(summary.totalTime)],
      ['Requests', formatNumber(summary.requests)],
      ['Routes', formatNumber(summary.routes.length)],
    ]),
    ...(page ? [buildOrders(order, maxBytes === Infinity, page)] : []),
    ...(summary.isComplete ? [] : [note('info', describeIncompleteRead(summary))]),
    {
      kind: 'table',
      columns: hasApplications ? ['Application', ...COLUMNS] : COLUMNS,
      rows,
      empty: 'No profile matches.',
    },
    ...(omitted.length > 0 ? [note('muted', describeOmitted(omitted, summary))] : []),
    ...(page && rows.length < shown.length
      ? [
          facts([
            [
              'More',
              {
                text: `${shown.length < routes.length ? 'the first' : 'all'} ${formatCount(shown.length, 'route')}`,
                href: page(order, true),
              },
            ],
          ]),
        ]
      : []),
  ];
}

const COLUMNS: readonly Column[] = [
  'Route',
  numberColumn('Total time'),
  numberColumn('Requests'),
  numberColumn('Failed'),
  numberColumn('p50'),
  numberColumn('p95'),
  'Durations',
  numberColumn('Queries'),
  numberColumn('Most'),
  numberColumn('Calls'),
  'Findings',
];

const MAX_NAME_LENGTH = 100;
const MAX_CODES = 2;

interface RowOptions extends Pick<RouteBlocksOptions, 'list'> {
  readonly hasApplications: boolean;
  readonly totalTime: number;
}

function buildRow(route: RouteSummary, { list, hasApplications, totalTime }: RowOptions): Row {
  const { app, method, requests, failed, p50, p95, queriesMedian, queriesMax, calls, findings } = route;
  const search = searchRoute(route, hasApplications);
  const link = (text: string, term = '', sort?: string): Text => ({
    text,
    href: list(`${search} ${term}`.trimEnd(), sort),
  });
  const [code] = findings[0] ?? [];
  const cells: Text[] = [
    { text: shortenText(`${method} ${route.route}`), mono: true, href: list(search) },
    {
      text: `${formatDuration(route.totalTime)} · ${formatShare(route.totalTime, totalTime)}`,
      href: list(search, '-duration'),
    },
    link(formatNumber(requests)),
    failed === 0 ? '' : { text: formatShare(failed, requests), tone: 'bad', href: list(`${search} has:failed`) },
    link(formatDuration(p50), searchSlow(p50)),
    link(formatDuration(p95), searchSlow(p95)),
    {
      text: drawBars(route.histogram),
      bars: route.histogram,
      title: describeBars(route),
      href: list(search, '-duration'),
    },
    queriesMax === 0 ? '' : link(formatNumber(queriesMedian), `db:>=${queriesMedian}`),
    queriesMax === 0 ? '' : link(formatNumber(queriesMax), `db:>=${queriesMax}`),
    calls === 0 ? '' : link(formatNumber(calls), 'has:http'),
    code === undefined
      ? ''
      : link(formatFindings(findings), findings.length === 1 ? searchFinding(code) : 'has:finding'),
  ];
  return { cells: hasApplications ? [shortenText(app), ...cells] : cells };
}

/** Returns the first rows that a page has space for, at least one. */
export function takeRows(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ cells }, index) => {
    for (const cell of cells) bytes += measureText(cell);
    return bytes > maxBytes && index > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

// Names of routes are recorded, and may be long.
function measureText(cell: Text): number {
  if (typeof cell !== 'object') return MARKUP_BYTES + Buffer.byteLength(escapeHtml(String(cell)));
  const bars = cell.bars?.filter((bar) => bar > 0).length ?? 0;
  const texts = [toPlainText(cell.text), cell.href ?? '', cell.title ?? ''];
  return MARKUP_BYTES + Buffer.byteLength(escapeHtml(texts.join(''))) + bars * BAR_BYTES;
}

const MARKUP_BYTES = 30;
const BAR_BYTES = 12;

// The sort is stable: equal ones remain in the order of their total time.
function sortRoutes({ routes }: RoutesSummary, order: RouteOrder): readonly RouteSummary[] {
  const { read } = ORDERS[order];
  return routes.toSorted((one, other) => read(other) - read(one));
}

function addUp(routes: readonly RouteSummary[]): { routes: number; requests: number; totalTime: number } {
  return {
    routes: routes.length,
    requests: routes.reduce((sum, { requests }) => sum + requests, 0),
    totalTime: routes.reduce((sum, { totalTime }) => sum + totalTime, 0),
  };
}

function buildOrders(order: RouteOrder, showsAll: boolean, page: NonNullable<RouteBlocksOptions['page']>): Block {
  const choices = ROUTE_ORDERS.map((routeOrder) => ({
    label: ORDERS[routeOrder].label,
    href: page(routeOrder, showsAll),
    current: routeOrder === order,
  }));
  return { kind: 'filter', label: 'Order', choices };
}

function describeIncompleteRead({ profiles }: RoutesSummary): string {
  const reason = profiles >= MAX_PROFILES ? 'older profiles are not counted' : 'the search stopped at its time limit';
  return `These are the newest ${formatCount(profiles, 'profile')} that match; ${reason}.`;
}

function describeOmitted(omitted: readonly RouteSummary[], summary: RoutesSummary): string {
  const { routes, requests, totalTime } = addUp(omitted);
  const share = formatShare(totalTime, summary.totalTime);
  const number = `${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'}`;
  return `${formatCount(routes, 'further route')} with ${number} and ${share} of the total time ${routes === 1 ? 'is' : 'are'} not shown.`;
}

function formatFindings(findings: RouteSummary['findings']): string {
  const shown = findings
    .slice(0, MAX_CODES)
    .map(([code, requests]) => `${shortenText(formatFindingCode(code))} ×${formatNumber(requests)}`);
  return [...shown, ...(findings.length > MAX_CODES ? [`+${findings.length - MAX_CODES}`] : [])].join(' · ');
}

// Weights of samples are estimates.
function formatNumber(number: number): string {
  return Number.isInteger(number) ? number.toLocaleString('en-US') : formatEstimate(number);
}

function formatShare(part: number, total: number): string {
  const percent = total === 0 ? 0 : (100 * part) / total;
  if (percent > 0 && percent < 0.1) return '<0.1 %';
  return `${percent < 9.95 ? percent.toFixed(1).replace('.0', '') : Math.round(percent)} %`;
}

/** Returns a text with at most 100 characters. */
export function shortenText(text: string): string {
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH - 1).toWellFormed()}…`;
}

function drawBars(bars: readonly number[]): string {
  const highest = Math.max(...bars);
  return bars.map((bar) => (bar === 0 ? '·' : HEIGHTS[Math.ceil((bar / highest) * HEIGHTS.length) - 1]!)).join('');
}

const HEIGHTS = '▁▂▃▄▅▆▇█';

function describeBars({ p50, p95 }: RouteSummary): string {
  return `Durations: half of the requests up to ${formatDuration(p50)}, 95 % up to ${formatDuration(p95)}`;
}
