import { suggestName } from 'oriel-core/configuration';
import type { OperationOptions } from '../declare/operation-definition.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import type { ReportIssue } from './mutable-model.ts';

/** Reports unknown settings of a resource and of its operations. */
export function validateDefinitionKeys(definition: AnyDefinition, reportIssue: ReportIssue): void {
  const report = (settings: unknown, known: readonly string[], prefix: string): void => {
    if (typeof settings !== 'object' || settings === null) return;
    for (const key of Object.keys(settings))
      if (!known.includes(key))
        reportIssue(prefix + key, `Unknown setting "${key}"`, suggestName(key, known), 'ORIEL_CONFIG_KEY');
  };
  report(definition, KEYS, '');
  for (const [name, settings] of Object.entries(definition.operations ?? {}))
    report(settings, OPERATION_KEYS, `operations.${name}.`);
  for (const [name, settings] of Object.entries(definition.custom ?? {}))
    report(settings, CUSTOM_KEYS, `custom.${name}.`);
}

const KEYS = Object.keys({
  id: true,
  path: true,
  type: true,
  description: true,
  types: true,
  input: true,
  defaults: true,
  links: true,
  filters: true,
  search: true,
  order: true,
  page: true,
  maxConditions: true,
  access: true,
  tenant: true,
  global: true,
  fields: true,
  live: true,
  mcp: true,
  views: true,
  cache: true,
  deprecated: true,
  webLinks: true,
  allowCreate: true,
  concurrency: true,
  idempotency: true,
  acceptQuery: true,
  stateless: true,
  bulk: true,
  throws: true,
  operations: true,
  custom: true,
  store: true,
  only: true,
  parent: true,
  subresources: true,
  itemsOf: true,
  provide: true,
  process: true,
  on: true,
} satisfies Record<keyof AnyDefinition, true>);
const OPERATION_KEYS = Object.keys({
  summary: true,
  description: true,
  status: true,
  view: true,
  cache: true,
  deprecated: true,
  webLinks: true,
  throws: true,
  output: true,
  uploads: true,
  bodyLimit: true,
  stateless: true,
  limit: true,
  query: true,
} satisfies Record<keyof OperationOptions, true>);
const CUSTOM_KEYS = [...OPERATION_KEYS, 'line', 'input', 'outputSchema', 'access', 'transaction', 'handle'];
