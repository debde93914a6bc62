import { isPublic, listRuleParts } from '../../../http/access-rule.ts';
import type { AnyRule } from '../../../http/access-rule.ts';
import type { CacheDefinition } from '../declare/operation-definition.ts';
import { limitsLinksItself } from '../reach/restricted-reads.ts';
import { requireField } from './mutable-model.ts';
import type { MutableResourceModel } from './mutable-model.ts';
import { fieldsOnPath } from './resource-parameters.ts';
import { findSharedSetting, listOperations } from './validate-names.ts';
import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { READ_METHODS } from '../../../http/methods.ts';
import { PathRules } from '../../security/path-rules.ts';
import type { SecurityConfig } from '../../security/security-config.ts';
import type { ResourceRegistry } from './resource-registry.ts';

/** Validates access rules that name fields, and those that other settings of the resource contradict. */
export function validateAccess(model: MutableResourceModel): void {
  for (const name of Object.keys(model.definition.fields ?? {}))
    requireField(name, `fields.${name}`, 'ORIEL_ACCESS_FIELD', model);
  validateWriteResponses(model);
  validateSharedCaching(model);
  validateOrderFilters(model);
}

// A write returns the item, so it must not be open to users who cannot read the item.
function validateWriteResponses({ definition, readAccess, report }: MutableResourceModel): void {
  const access = (definition.access ?? {}) as Readonly<Record<string, AnyRule | undefined>>;
  // A function may grant reading to the user who wrote the item; a named rule cannot.
  if (readAccess?.get.some((part) => typeof part === 'string' && part !== 'public') !== true) return;
  for (const name of ['create', 'replace', 'patch'] as const) {
    const write = access[name] ?? access['write'];
    if (write === undefined || !isPublic(listRuleParts(write))) continue;
    if (definition.operations?.[name]?.output === false) continue;
    report(
      `access.${access[name] === undefined ? 'write' : name}`,
      `The response to ${name} would contain an item that its user may not read`,
      `Send no body: operations: { ${name}: { output: false } }, or restrict who may write`,
      'ORIEL_ACCESS_ANSWER',
    );
  }
}

// A shared cache would send the response to the request of one tenant or user to others.
function validateSharedCaching({ tenant, definition, report }: MutableResourceModel): void {
  const check = (prefix: string, cache: CacheDefinition, reason: string, fix: string): void => {
    const member = findSharedSetting(cache);
    if (member !== undefined)
      report(`${prefix}cache.${member}`, reason, `Remove the option, or ${fix}`, 'ORIEL_ACCESS_CACHE');
  };
  if (tenant !== undefined) {
    const reason = 'A shared cache would serve the items of one tenant to the others';
    for (const [path, { cache = {} }] of [['', definition] as const, ...listOperations(definition)])
      check(path && `${path}.`, cache, reason, 'declare items that all tenants share: global: true');
    return;
  }
  const access = (definition.access ?? {}) as Readonly<Record<string, AnyRule | undefined>>;
  for (const name of ['list', 'get'] as const) {
    const rule = access[name] ?? access['read'];
    if (rule === undefined || isPublic(listRuleParts(rule))) continue;
    const declared = definition.operations?.[name]?.cache;
    const reason = `The operation ${name} is restricted, but a shared cache would serve its responses to all users`;
    check(declared ? `operations.${name}.` : '', { ...definition.cache, ...declared }, reason, 'make reading public');
  }
}

// The order of the items would reveal values of linked items that the user may not read.
function validateOrderFilters(model: MutableResourceModel): void {
  const { filterParameters, report } = model;
  const limitsLinks = model.functions.has('list') || limitsLinksItself(model);
  for (const { kind, fields, filter } of filterParameters.values()) {
    if (kind !== 'order') continue;
    const [path] = fields;
    for (const { link } of fieldsOnPath(path!, model).slice(0, -1)) {
      const { to } = link!;
      if (to.readAccess !== undefined)
        report(
          `filters.${filter}`,
          `Reading "${to.name}" is restricted, but the order by ${path} would reveal its items`,
          'Order by a field of the resource itself',
          'ORIEL_ACCESS_ORDER',
        );
      if (to.tenant !== undefined && !limitsLinks)
        report(
          `filters.${filter}`,
          `The order by ${path} may reveal "${to.name}" of other tenants, because the store has no limitsLinks`,
          'Order by a field of the resource itself, or apply shape.linkScope in the store and set limitsLinks: true',
          'ORIEL_ACCESS_ORDER',
        );
    }
  }
}

/**
 * Returns an issue for each resource with writing operations that neither a rule nor a default of `security` covers, or that anyone may
 * change because the host has no `security`.
 */
export function* validateWriteAccess(
  { resources }: ResourceRegistry,
  security: SecurityConfig | undefined,
): Generator<ConfigIssue> {
  const { access = [], default: defaultAccess } = security ?? {};
  if (defaultAccess !== undefined || !Array.isArray(access)) return;
  const paths = new PathRules(access);
  for (const { name, operations } of resources.values()) {
    const uncovered = operations.filter(
      ({ method, path, access: granted }) =>
        !READ_METHODS.has(method) &&
        granted?.rule === undefined &&
        paths.always(path.replace(/\.?\{.*$/s, ''), method) === undefined,
    );
    if (uncovered.length === 0) continue;
    const kinds = [...new Set(uncovered.map((operation) => operation.name.split('.')[1]))].join(', ');
    yield security === undefined
      ? issue(
          'ORIEL_ACCESS_PUBLIC',
          `resources "${name}"`,
          `Without security, anyone may use ${kinds}`,
          "Add security, or state that it is meant: access: 'public' in defineHost, or access: { write: 'public' } in the resource",
        )
      : issue(
          'ORIEL_ACCESS_UNSAID',
          `resources "${name}".access`,
          `No access rule covers ${kinds}`,
          "Add a rule: access: { write: 'user' }, or 'public' if all clients may; or security: { default: 'deny' } for all resources",
        );
  }
}
