import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import { denyAll, toFieldPredicate } from '../access/field-predicate.ts';
import type { FilterParameter } from '../filters/filter-parameter.ts';
import type { ResourceModel } from '../model/resource-model.ts';

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
