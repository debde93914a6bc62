import type { AnyDefinition } from '../declare/resource.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';
import { requireField } from './mutable-model.ts';
import type { MutableResourceModel } from './mutable-model.ts';
import type { FilterIssue } from './validate-filters.ts';

/** Validates the computed fields of a resource, whose operations and links must exist. */
export function validateComputedFields(model: MutableResourceModel): void {
  for (const [name, computed] of Object.entries((model.definition.computed ?? {}) as Record<string, unknown>)) {
    if (!requireField(name, `computed.${name}`, 'ORIEL_RESOURCE_COMPUTED', model)) continue;
    const issue = validateComputedField(model.fieldByName.get(name)!, computed, model);
    if (issue) model.report(`computed.${name}`, ...issue, 'ORIEL_RESOURCE_COMPUTED');
  }
}

function validateComputedField(field: FieldModel, computed: unknown, model: ResourceModel): FilterIssue | undefined {
  const { name } = field;
  const stored = findStoredUse(field, model);
  if (stored !== undefined) return [`"${name}" is ${stored}, which is stored`, 'Compute another field'];
  const { operations, store } = model;
  const writing = operations.find(({ kind, inputMembers }) => kind !== 'custom' && inputMembers?.includes(name));
  if (writing !== undefined)
    return [
      `The body of ${writing.name} has "${name}", which cannot be written`,
      `Leave it out of bodies; with zod: input: { create: Schema.omit({ ${name}: true }) }`,
    ];
  if (typeof computed === 'function' || store?.supports?.includes('sql') === true) return undefined;
  return [
    `Only a store in an SQL database evaluates the expression of "${name}"`,
    `Use sqlStore, drizzleStore or prismaStore, or a function: computed: { ${name}: (items) => items.map((item) => …) }`,
  ];
}

// What the value of a field is used for before items are read, or when they are written.
function findStoredUse({ name, link }: FieldModel, model: ResourceModel): string | undefined {
  const { definition, identifier, tenant, collectionPaths } = model;
  if (identifier.keys.includes(name)) return 'the identifier';
  if (link !== undefined) return 'a link';
  if (tenant?.field === name) return 'the tenant';
  if (collectionPaths.some(({ fieldVariables }) => fieldVariables.some(({ field }) => field.name === name)))
    return 'a variable of a path';
  const { defaults = {} } = definition as AnyDefinition & { readonly defaults?: object };
  return Object.hasOwn(defaults, name) ? 'a default value' : undefined;
}
