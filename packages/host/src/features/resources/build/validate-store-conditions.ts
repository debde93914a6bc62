import type { FilterParameter } from '../model/filter-parameter.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ReportIssue } from './mutable-model.ts';

/** Validates that the store of a resource evaluates the conditions that not all stores evaluate. */
export function validateStoreConditions(model: ResourceModel, reportIssue: ReportIssue): void {
  const reported = new Set<string>();
  for (const { filter, kind } of model.filterParameters.values()) {
    if (reported.has(filter) || isEvaluated(kind, model)) continue;
    reported.add(filter);
    const store = describeStore(model.store);
    if (kind === 'sql')
      reportIssue(
        `filters.${filter}`,
        `Only a store in an SQL database evaluates filter.sql, but ${store}`,
        'Use sqlStore of oriel-host/kysely, drizzleStore of oriel-host/drizzle or prismaStore of oriel-host/prisma, or another kind of filter',
        'ORIEL_RESOURCE_FILTER',
      );
    else
      reportIssue(
        'search',
        `The resource has a search, but ${store}`,
        "Use a store with supports: ['search'], such as sqlStore, or declare your own function: provide: { list }",
        'ORIEL_RESOURCE_SEARCH',
      );
  }
}

// The host searches in the array of a function, and a function that returns a page searches itself.
function isEvaluated(kind: FilterParameter['kind'], { store, functions }: ResourceModel): boolean {
  if (kind === 'sql') return store?.supports?.includes('sql') === true;
  if (kind !== 'fulltext' || functions.has('list')) return true;
  return store === undefined || store.supports?.includes('search') === true;
}

function describeStore(store: ResourceModel['store']): string {
  if (store === undefined) return 'the resource has no store';
  const { name } = store.constructor;
  return name === 'Object' || name === '' ? 'the store of the resource does not support it' : `the store is a ${name}`;
}
