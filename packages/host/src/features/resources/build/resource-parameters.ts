import type { ReportIssue, MutableResourceModel } from './mutable-model.ts';
import { addSearchParameter } from './search-parameter.ts';
import { createSqlParameters } from './sql-filter-parameters.ts';
import { validateFilter, validateOrder } from './validate-filters.ts';
import { createFilterParameters } from '../request/query/create-filter-parameters.ts';
import type { FilterFieldWithRules } from '../request/query/create-filter-parameters.ts';
import type { Filter } from '../declare/filters/filter.ts';
import type { FilterScalar } from '../declare/filters/filter-tree.ts';
import { firstList, throughLists } from '../request/query/through-lists.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { FieldPredicate } from '../declare/field-input.ts';
import { parseIri } from '../model/wire-item.ts';
import { denyAll, toFieldPredicate } from '../model/field-predicate.ts';
import type { FilterParameter } from '../model/filter-parameter.ts';

/** Adds the query parameters of the filters to a model whose links are resolved. */
export function addParameters(model: MutableResourceModel, reportIssue: ReportIssue): void {
  for (const [name, declared] of Object.entries(
    (model.definition.filters ?? {}) as Record<string, Filter | Filter[]>,
  )) {
    for (const filter of ([] as Filter[]).concat(declared)) {
      const paths = filter.fields.length > 0 ? filter.fields : [name];
      const issue = validateFilter(name, paths, filter, model);
      if (issue) reportIssue(`filters.${name}`, ...issue, 'ORIEL_RESOURCE_FILTER');
      else
        for (const parameter of parametersOf(name, filter, model)) {
          if (model.filterParameters.has(parameter.name))
            reportIssue(
              `filters.${name}`,
              `Two filters have the query parameter "${parameter.name}"`,
              'Rename one of them',
              'ORIEL_RESOURCE_FILTER',
            );
          model.filterParameters.set(parameter.name, withLists(parameter, model));
        }
    }
  }
  addSearchParameter(model, reportIssue);
  validateOrder(model, reportIssue);
}

function parametersOf(name: string, filter: Filter, model: ResourceModel): FilterParameter[] {
  const { kind, sql } = filter;
  if (kind === 'sql') return createSqlParameters(name, sql!);
  return createFilterParameters(name, { ...filter, kind }, (path) => fieldAt(path, model));
}

function fieldAt(path: string, model: ResourceModel): FilterFieldWithRules {
  const [first, ...rest] = path.split('.');
  const { kind: own, format, elements, link, read } = model.fieldByName.get(first!)!;
  const kind = (link?.many ? elements : undefined) ?? own;
  const guards: readonly FieldPredicate[] = typeof read === 'function' ? [read] : [];
  if (link === undefined) return { kind, format, fieldRules: guards };
  if (rest.length > 0) {
    const linked = fieldAt(rest.join('.'), link.to);
    return { ...linked, fieldRules: [...guards, ...linked.fieldRules] };
  }
  const { to } = link;
  const toId = (text: string, origin: string): FilterScalar | undefined => {
    const isIri = text.startsWith('/') || text.includes('://');
    const id = isIri ? parseIri(to, text, origin) : Object.values(to.identifier.parse(text) ?? {})[0];
    return id as FilterScalar | undefined;
  };
  return { kind, toId, fieldRules: guards };
}

function withLists(parameter: FilterParameter, model: ResourceModel): FilterParameter {
  if (parameter.fields.every((path) => firstList(path, model) === undefined)) return parameter;
  return {
    ...parameter,
    parse(values, origin, language) {
      const { value, tree } = parameter.parse(values, origin, language);
      return { value, tree: tree && throughLists(tree, model) };
    },
  };
}

/** Applies the rules of `access.parameters`, each by the name of a filter or of one of its query parameters. */
export function applyParameterAccess(model: MutableResourceModel, reportIssue: ReportIssue): void {
  for (const [name, rule] of Object.entries(model.definition.access?.parameters ?? {})) {
    const guard = toFieldPredicate(rule);
    if (guard === 'public') continue;
    const matching = [...model.filterParameters.values()].filter((each) => each.name === name || each.filter === name);
    if (matching.length === 0)
      reportIssue(
        `access.parameters.${name}`,
        `"${model.name}" has no filter or query parameter "${name}"`,
        `Use one of ${[...new Set([...model.filterParameters.values()].map(({ filter }) => filter))].join(', ')}`,
        'ORIEL_ACCESS_PARAMETER',
      );
    for (const each of matching) {
      const guarded: FilterParameter = {
        ...each,
        fieldRules: [...each.fieldRules, guard === 'never' ? denyAll : guard],
      };
      model.filterParameters.set(each.name, guarded);
    }
  }
}

/** Marks the resources whose query parameters depend on the user. */
export function markVariesByUser(models: ReadonlyMap<string, MutableResourceModel>): void {
  for (const model of models.values()) model.variesByUser = variesByUser(model, new Set());
}

// JSON:API requests may include linked items at any depth.
function variesByUser(model: ResourceModel, seen: Set<ResourceModel>): boolean {
  if (seen.has(model)) return false;
  seen.add(model);
  if (model.hasReadRules || [...model.filterParameters.values()].some(({ fieldRules }) => fieldRules.length > 0))
    return true;
  return model.fields.some(({ link }) => link !== undefined && variesByUser(link.to, seen));
}
