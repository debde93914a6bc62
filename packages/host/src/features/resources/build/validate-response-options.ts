import { validateCache } from './response-options.ts';
import { validateLink, validateDeprecation } from './deprecation.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { ReportIssue } from './mutable-model.ts';
import type { OperationOptions } from '../declare/operation-definition.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Validates the options of a resource and its operations that need no other resource: caching, deprecation, links, bulk and default values. */
export function validateResponseOptions(resource: ResourceModel, config: ApiConfig, reportIssue: ReportIssue): void {
  const { definition } = resource;
  check('', { ...definition, cache: { ...config.cache, ...definition.cache } });
  const { bulk, store } = { ...definition, store: resource.store };
  if (bulk !== undefined && !(Number.isSafeInteger(bulk.max) && bulk.max > 0))
    reportIssue(
      'bulk.max',
      `Expected a positive integer, got ${String(bulk.max)}`,
      'Set it to the maximum number of items in one request',
      'ORIEL_RESOURCE_BULK',
    );
  if (bulk !== undefined && bulk.atomic !== false && store?.transaction === undefined)
    reportIssue(
      'bulk',
      'Atomic bulk operations need a store with transactions',
      'Add store: sqlStore(db, table), or bulk: { atomic: false }',
      'ORIEL_RESOURCE_BULK',
    );
  for (const [field, declared] of Object.entries((definition.defaults ?? {}) as Record<string, unknown>)) {
    const isKnown = resource.fieldByName.has(field);
    if (isKnown && isDefault(declared)) continue;
    reportIssue(
      `defaults.${field}`,
      isKnown ? `Expected a function, or { create, write } with functions` : `The schema has no field "${field}"`,
      isKnown
        ? 'Return the value from a function: ({ user }) => user?.id'
        : `Use one of ${[...resource.fieldByName.keys()].join(', ')}`,
      'ORIEL_RESOURCE_DEFAULT',
    );
  }
  for (const [name, options] of Object.entries(definition.operations ?? {}))
    check(`operations.${name}.`, options ?? {});
  for (const [name, options] of Object.entries(definition.custom ?? {})) check(`custom.${name}.`, options);

  function check(
    place: string,
    { cache, deprecated, webLinks = [] }: Pick<OperationOptions, 'cache' | 'deprecated' | 'webLinks'>,
  ) {
    for (const [member, reason, fix] of validateCache(resource, cache))
      reportIssue(`${place}cache.${member}`, reason, fix, 'ORIEL_RESOURCE_CACHE');
    if (deprecated !== undefined)
      for (const [member, reason, fix] of validateDeprecation(deprecated))
        reportIssue(`${place}deprecated.${member}`, reason, fix, 'ORIEL_RESOURCE_DEPRECATED');
    for (const [index, link] of webLinks.entries()) {
      const reason = validateLink(link);
      if (reason !== undefined)
        reportIssue(
          `${place}webLinks[${index}]`,
          reason,
          "Declare a link as { href: '/terms', rel: 'license' }",
          'ORIEL_RESOURCE_LINK',
        );
    }
  }
}

function isDefault(declared: unknown): boolean {
  if (typeof declared === 'function') return true;
  if (typeof declared !== 'object' || declared === null) return false;
  const rules = Object.entries(declared);
  return (
    rules.length > 0 &&
    rules.every(([name, rule]) => (name === 'create' || name === 'write') && typeof rule === 'function')
  );
}
