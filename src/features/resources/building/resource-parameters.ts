import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import { validateFilter, validateOrder } from './validate-filters.ts';
import { createFilterParameters } from '../filters/create-filter-parameters.ts';
import type { FilterFieldWithRules } from '../filters/create-filter-parameters.ts';
import type { Filter } from '../filters/filter.ts';
import type { FilterScalar } from '../filters/filter-tree.ts';
import type { FieldPredicate, ResourceModel } from '../model/resource-model.ts';
import { parseIri } from '../responses/wire-item.ts';

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
        for (const parameter of createFilterParameters(name, filter, (path) => fieldAt(path, model))) {
          if (model.filterParameters.has(parameter.name))
            reportIssue(
              `filters.${name}`,
              `Two filters have the query parameter "${parameter.name}"`,
              'Rename one of them',
              'ORIEL_RESOURCE_FILTER',
            );
          model.filterParameters.set(parameter.name, parameter);
        }
    }
  }
  validateOrder(model, reportIssue);
}

function fieldAt(path: string, model: ResourceModel): FilterFieldWithRules {
  const [first, ...rest] = path.split('.');
  const { kind, link, read } = model.fieldByName.get(first!)!;
  const guards: readonly FieldPredicate[] = typeof read === 'function' ? [read] : [];
  if (link === undefined) return { kind, fieldRules: guards };
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
