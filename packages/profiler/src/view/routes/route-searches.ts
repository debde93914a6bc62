import { writeTerm } from '../../store/search/query-parameters.ts';
import type { QueryTerm } from '../../store/search/profile-query.ts';
import { matchTemplate } from './path-template.ts';
import type { RouteSummary } from './summarize-routes.ts';

/**
 * Returns the search for the requests of a route, in the query language. Long values are matched by their beginning, because the
 * length of a search is limited.
 *
 * @param hasApplications whether the search names the application
 */
export function searchRoute(
  { app, method, route, hasTemplate }: Pick<RouteSummary, 'app' | 'method' | 'route' | 'hasTemplate'>,
  hasApplications: boolean,
): string {
  const terms = [
    ...(hasApplications ? [matchText('app', app)] : []),
    METHOD.test(method) ? writeCondition('method', 'is', method) : matchText('method', method, 'contains'),
    ...(hasTemplate
      ? [matchText('route', route)]
      : [
          '-route:*',
          ...matchTemplate(route).map(({ field, operator, value }) => writeCondition(field, operator, value)),
        ]),
  ];
  return terms.join(' ');
}

/** Returns the search for requests that took at least a duration in milliseconds, rounded down so that these match. */
export function searchSlow(duration: number): string {
  return writeCondition('duration', 'at-least', Math.floor(duration * 100) / 100);
}

/** Returns the search for requests with a finding. */
export function searchFinding(code: string): string {
  return matchText('finding', code);
}

const MAX_VALUE_LENGTH = 120;
const METHOD = /^[A-Z][A-Z\d_-]{0,30}$/;

function matchText(field: QueryTerm['field'], value: string, operator: 'is' | 'contains' = 'is'): string {
  const isLong = value.length > MAX_VALUE_LENGTH;
  const text = value.slice(0, MAX_VALUE_LENGTH).toWellFormed();
  return writeCondition(field, isLong ? 'starts' : operator, text);
}

function writeCondition(field: QueryTerm['field'], operator: QueryTerm['operator'], value: QueryTerm['value']): string {
  return writeTerm({ field, operator, value, negated: false });
}
