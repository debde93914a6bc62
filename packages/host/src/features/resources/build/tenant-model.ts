import { withDefaults } from 'oriel-core/configuration';
import { didYouMean } from 'oriel-core/http';
import type { ApiConfig } from '../model/api-config.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import type { FieldModel, TenantModel } from '../model/resource-model.ts';
import { TENANT_SETTINGS } from './api-settings.ts';
import type { ReportIssue } from './mutable-model.ts';

/**
 * Returns the tenant field of a resource; undefined for a global resource and for an API without tenants. A resource that has
 * neither the field nor `global: true` is an issue, because its requests would reach the rows of all tenants.
 */
export function tenantModel(
  { tenant, global }: AnyDefinition,
  fieldByName: ReadonlyMap<string, FieldModel>,
  config: ApiConfig,
  reportIssue: ReportIssue,
): TenantModel | undefined {
  const report = (reason: string, fix: string): undefined => {
    reportIssue(global === undefined ? 'tenant' : 'global', reason, fix, 'ORIEL_RESOURCE_TENANT');
  };
  if (config.tenant === undefined) {
    if (tenant !== undefined)
      report('The field has no effect, because api.tenant is missing', 'Set api: { tenant: ({ user }) => … }');
    return undefined;
  }
  if (global === true) {
    if (tenant !== undefined) report('The resource has a tenant field as well', 'Remove either global or tenant');
    return undefined;
  }
  const declared = config.tenant;
  const { field, value } = withDefaults(
    TENANT_SETTINGS,
    typeof declared === 'function' ? { value: declared } : declared,
  );
  const name = tenant ?? field;
  const model = fieldByName.get(name);
  if (model === undefined)
    return report(
      `The schema has no field "${name}", so requests of each tenant would reach the items of all tenants`,
      `${suggestion(name, fieldByName)}, or state that all tenants share the items: global: true`,
    );
  const type = TYPES[model.kind];
  if (type === undefined)
    return report(`"${name}" is of the kind ${model.kind}`, 'Use a field with a string or a number');
  return { field: name, type, value };
}

const TYPES: Partial<Record<FieldModel['kind'], TenantModel['type']>> = {
  string: 'string',
  date: 'string',
  integer: 'number',
  number: 'number',
};

function suggestion(name: string, fieldByName: ReadonlyMap<string, FieldModel>): string {
  const meant = didYouMean(name, [...fieldByName.keys()]);
  return meant === undefined ? `Add the field, or name another one: tenant: 'organisation'` : `Use tenant: '${meant}'`;
}
