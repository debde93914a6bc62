import { finding, list } from './facts.ts';
import type { Rule } from './facts.ts';

/** A page that a function of the application returned with items that do not match the filter of the request. */
export const ignoredFilterRule: Rule = ({ data: { operation, run } }) => {
  const ignored = run?.ignoredFilter;
  if (ignored === undefined) return undefined;
  const { items, of, by } = ignored;
  const what = `${items} of ${of} ${of === 1 ? 'item' : 'items'} ${items === 1 ? 'does' : 'do'} not match`;
  const source = list(by)
    .map((name) => SOURCES[name] ?? name)
    .join(' and ');
  // The host rejects items of other users, so the client got no page.
  const severity = list(by).includes('filter') ? 'warning' : 'error';
  const text = `provide.list of "${operation?.resource ?? 'a resource'}" ignored request.where: ${what} ${source}`;
  return finding('ignored-filter', severity, 'operation', text);
};

const SOURCES: Readonly<Record<string, string>> = {
  path: 'the path',
  tenant: 'the tenant',
  where: 'the access rule',
  filter: 'the filters of the query',
};
