import { didYouMean } from 'oriel-core/http';
import type { ReportIssue, MutableResourceModel } from './mutable-model.ts';
import { DeclaredParameters } from '../request/query/declared-parameters.ts';
import type { OperationName, OperationOptions } from '../declare/operation-definition.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Validates views, the names of operations, and query parameters of operations that collide with other parameters. */
export function validateViewsAndQueries(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const { definition, fieldByName, views } = model;
  for (const [view, names] of Object.entries((definition.views ?? {}) as Record<string, readonly string[]>))
    for (const name of names)
      if (!fieldByName.has(name))
        reportIssue(
          `views.${view}`,
          `The schema has no field "${name}"`,
          suggestName(name, [...fieldByName.keys()]),
          'ORIEL_RESOURCE_VIEW',
        );
  const operations: [place: string, name: string, options: OperationOptions][] = [
    ...named(definition.operations).map(([name, each]) => [`operations.${name}`, name, each] as const),
    ...named(definition.custom).map(([name, each]) => [`custom.${name}`, 'custom', each] as const),
  ].map((each) => [...each]);
  for (const name of Object.keys(definition.operations ?? {}))
    if (!OPERATIONS.includes(name))
      reportIssue(
        `operations.${name}`,
        `Unknown operation "${name}"; declare custom operations in \`custom\``,
        suggestName(name, OPERATIONS),
        'ORIEL_RESOURCE_OPERATION',
      );
  for (const [place, name, { view, query }] of operations) {
    if (view !== undefined && !views.has(view))
      reportIssue(
        `${place}.view`,
        `Unknown view "${view}"`,
        suggestName(view, [...views.keys()]),
        'ORIEL_RESOURCE_VIEW',
      );
    if (query === undefined) continue;
    const reserved = reservedNames(model, name === 'list');
    for (const { name: parameter } of new DeclaredParameters(query).parameters)
      if (reserved.has(parameter))
        reportIssue(
          `${place}.query`,
          `The query parameter "${parameter}" is already used by the host or a filter`,
          'Rename the parameter',
          'ORIEL_RESOURCE_QUERY',
        );
  }
}

const OPERATIONS: readonly string[] = ['list', 'get', 'create', 'replace', 'patch', 'delete'] satisfies OperationName[];

function reservedNames({ filterParameters, page }: ResourceModel, isList: boolean): ReadonlySet<string> {
  const always = ['fields', 'properties[]', 'view', 'include'];
  if (!isList) return new Set(always);
  const byPage = page.by === 'none' ? [] : [page.by === 'cursor' ? 'cursor' : 'page'];
  return new Set([...always, ...byPage, 'itemsPerPage', 'partial', 'pagination', ...filterParameters.keys()]);
}

function named<Each>(record: Readonly<Record<string, Each | undefined>> | undefined): [string, Each][] {
  return Object.entries(record ?? {}).filter((entry): entry is [string, Each] => entry[1] !== undefined);
}

function suggestName(name: string, known: readonly string[]): string {
  const meant = didYouMean(name, known);
  if (meant !== undefined) return `Use "${meant}"`;
  return known.length === 0 ? 'Declare it' : `Use one of ${known.join(', ')}`;
}
