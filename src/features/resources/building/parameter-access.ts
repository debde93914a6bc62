import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import { allowsNobody, fieldRule } from '../access/field-rule.ts';
import type { QueryParameter } from '../filters/query-parameter.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Applies the rules of `access.parameters`, each by the name of a filter or of one of its query parameters. */
export function applyParameterAccess(model: MutableResourceModel, reportIssue: ReportIssue): void {
  for (const [name, rule] of Object.entries(model.definition.access?.parameters ?? {})) {
    const guard = fieldRule(rule);
    if (guard === 'public') continue;
    const matching = [...model.parameters.values()].filter((each) => each.name === name || each.filter === name);
    if (matching.length === 0)
      reportIssue(
        `access.parameters.${name}`,
        `"${model.name}" has no filter or query parameter "${name}"`,
        `Use one of ${[...new Set([...model.parameters.values()].map(({ filter }) => filter))].join(', ')}`,
        'ORIEL_ACCESS_PARAMETER',
      );
    for (const each of matching) {
      const guarded: QueryParameter = { ...each, guards: [...each.guards, guard === 'never' ? allowsNobody : guard] };
      model.parameters.set(each.name, guarded);
    }
  }
}

/** Marks the resources whose query parameters depend on the user. */
export function markVariesByUser(models: ReadonlyMap<string, MutableResourceModel>): void {
  for (const model of models.values()) model.personal = variesByUser(model, new Set());
}

// JSON:API requests may include linked items at any depth.
function variesByUser(model: ResourceModel, seen: Set<ResourceModel>): boolean {
  if (seen.has(model)) return false;
  seen.add(model);
  if (model.guarded || [...model.parameters.values()].some(({ guards }) => guards.length > 0)) return true;
  return model.fields.some(({ link }) => link !== undefined && variesByUser(link.to, seen));
}
