import type { Block, Row, Text, Tone } from '../../profile/view-model.ts';
import { note } from '../panels/blocks.ts';
import { formatCount } from '../render/format.ts';
import type { RouteDifference, RoutesComparison } from './compare-routes.ts';
import { MAX_PROFILES } from './group-by-route.ts';
import { MAX_ROUTES, shortenText, takeRows } from './route-blocks.ts';
import { searchRoute } from './route-searches.ts';

export interface RouteComparisonOptions {
  /** Returns the link to the list of requests of a route; an empty text without links. */
  readonly list: (search: string, side: 'before' | 'after') => string;
  /** The size of the links and texts that a page has space for. Default: unlimited. */
  readonly maxBytes?: number;
}

/** Builds the view of the differences between the routes of two searches: a sentence, and one line per route that differs. */
export function buildRouteComparison(
  comparison: RoutesComparison,
  { list, maxBytes = Infinity }: RouteComparisonOptions,
): readonly Block[] {
  const { differences, isComplete } = comparison;
  const hasApplications = new Set(differences.map(({ app }) => app)).size > 1;
  const rows = takeRows(
    differences.slice(0, MAX_ROUTES).map((difference) => buildRow(difference, hasApplications, list)),
    maxBytes,
  );
  const columns = [...(hasApplications ? ['Application'] : []), 'Route', 'Result', 'Change'];
  const omitted = differences.length - rows.length;
  const isCompared = comparison.before > 0 && comparison.after > 0;
  return [
    note(isCompared ? 'info' : 'warning', describeRouteComparison(comparison)),
    ...(isComplete ? [] : [note('info', `Only the newest ${MAX_PROFILES} profiles of a search are compared.`)]),
    ...(isCompared && rows.length > 0 ? [{ kind: 'table', columns, rows } as const] : []),
    ...(isCompared && omitted > 0
      ? [note('muted', `${formatCount(omitted, 'further route')} that differ are not shown.`)]
      : []),
  ];
}

/** Returns the differences as data for JSON, at most {@link MAX_ROUTES}. */
export function buildRouteComparisonJson(comparison: RoutesComparison): object {
  const { differences, ...rest } = comparison;
  return {
    verdict: describeRouteComparison(comparison),
    ...rest,
    differences: differences.slice(0, MAX_ROUTES).map(({ app, method, route, changes, ...difference }) => ({
      app: shortenText(app),
      method: shortenText(method),
      route: shortenText(route),
      ...difference,
      changes: changes.slice(0, MAX_CHANGES).map(shortenText),
    })),
    omitted: Math.max(0, differences.length - MAX_ROUTES),
  };
}

/** Returns the result of a comparison of routes as a sentence. */
export function describeRouteComparison({ before, after, compared, differences }: RoutesComparison): string {
  if (before === 0 || after === 0) {
    const side = before > 0 ? 'second' : after > 0 ? 'first' : 'first and the second';
    return `Nothing was compared, because the ${side} search has no requests.`;
  }
  const count = (result: RouteDifference['result']): number =>
    differences.filter((difference) => difference.result === result).length;
  const [worse, better, added, missing] = [count('worse'), count('better'), count('new'), count('missing')];
  const routes = formatCount(compared, 'compared route');
  const parts = [
    worse + better === 0
      ? `No difference in ${routes}`
      : `${worse + better} of ${routes} ${worse + better === 1 ? 'differs' : 'differ'}, ${worse} for the worse`,
    ...(added > 0 ? [`${added} new`] : []),
    ...(missing > 0 ? [`${missing} without requests since`] : []),
  ];
  return `${parts.join('; ')}.`;
}

const MAX_CHANGES = 8;

const LABELS: Readonly<Record<RouteDifference['result'], { readonly label: string; readonly tone: Tone }>> = {
  worse: { label: 'worse', tone: 'bad' },
  better: { label: 'better', tone: 'good' },
  new: { label: 'new', tone: 'info' },
  missing: { label: 'no requests', tone: 'muted' },
};

function buildRow(difference: RouteDifference, hasApplications: boolean, list: RouteComparisonOptions['list']): Row {
  const { app, method, route, result, changes } = difference;
  const { label, tone } = LABELS[result];
  const search = searchRoute(difference, hasApplications);
  const href = list(search, result === 'missing' ? 'before' : 'after');
  const cells: Text[] = [
    { text: shortenText(`${method} ${route}`), mono: true, href },
    { text: label, tone },
    changes.slice(0, MAX_CHANGES).map(shortenText).join('; '),
  ];
  return { cells: hasApplications ? [shortenText(app), ...cells] : cells };
}
