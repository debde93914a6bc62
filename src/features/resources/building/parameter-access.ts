import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import { allowsNobody, fieldRule } from '../access/field-rule.ts';
import type { QueryParameter } from '../filters/query-parameter.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Hides the parameters that not everybody may ask with, by the name of a filter or of one of its parameters. */
export function applyParameterAccess(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const said = model.definition.access?.parameters ?? {};
  for (const [name, rule] of Object.entries(said)) {
    const guard = fieldRule(rule);
    if (guard === 'public') continue;
    const meant = [...model.parameters.values()].filter((each) => each.name === name || each.filter === name);
    if (meant.length === 0)
      reportIssue(
        `access.parameters.${name}`,
        `No filter of "${model.name}" listens to "${name}"`,
        `Name one of ${[...new Set([...model.parameters.values()].map(({ filter }) => filter))].join(', ') || 'its filters'}`,
        'ORIEL_ACCESS_PARAMETER',
      );
    for (const each of meant) {
      const guarded: QueryParameter = { ...each, guards: [...each.guards, guard === 'never' ? allowsNobody : guard] };
      model.parameters.set(each.name, guarded);
    }
  }
}

/** Notes which resources can be asked different things by different readers. */
export function markVariesByUser(models: ReadonlyMap<string, MutableResourceModel>): void {
  for (const model of models.values()) model.personal = isPersonal(model, new Set());
}

// JSON:API includes what is linked, and what is linked to that.
function isPersonal(model: ResourceModel, seen: Set<ResourceModel>): boolean {
  if (seen.has(model)) return false;
  seen.add(model);
  if (model.guarded || [...model.parameters.values()].some(({ guards }) => guards.length > 0)) return true;
  return model.fields.some(({ link }) => link !== undefined && isPersonal(link.to, seen));
}
