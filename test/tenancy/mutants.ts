import type { ModuleChange } from '../lib/change-module.ts';
import type { Check } from './run-mutant.ts';

/** A place that applies the tenant of a request, and the change that removes it. */
export interface Mutant extends ModuleChange {
  /** What the place limits. */
  readonly name: string;
  /** The checks that have to fail; the first one in every run of the tests. */
  readonly checks: readonly Check[];
}

const RESOURCES = 'features/resources';

/** All places that apply the tenant. Each is the only one that does so for some request. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a request without a tenant reaches no rows',
    file: `${RESOURCES}/source/tenant-scope.ts`,
    find: "if (typeof value !== 'string' && typeof value !== 'number') return null;",
    replace: "if (typeof value !== 'string' && typeof value !== 'number') return EMPTY_SCOPE;",
    checks: ['memory', 'live'],
  },
  {
    name: 'the operations of resources with a tenant are limited to it',
    file: `${RESOURCES}/pipeline/access-listeners.ts`,
    find: 'return run.operation.resource.tenant === undefined ? undefined : limitToTenant(run, context);',
    replace: 'return undefined;',
    checks: ['memory', 'sqlite', 'postgres', 'arrays', 'pages'],
  },
  {
    name: 'writes without an item are limited to the tenant',
    file: `${RESOURCES}/pipeline/access-listeners.ts`,
    find: 'run.scope = tenant;',
    replace: '',
    checks: ['memory', 'sqlite', 'arrays'],
  },
  {
    name: 'the scope of a path includes the tenant',
    file: `${RESOURCES}/operations/find-parents.ts`,
    find: 'if (path === EMPTY_SCOPE) return tenant;',
    replace: 'return path;',
    checks: ['memory', 'sqlite', 'postgres', 'arrays', 'pages'],
  },
  {
    name: 'the scope of a path with variables includes the tenant',
    file: `${RESOURCES}/operations/find-parents.ts`,
    find: 'return { ...path, ...tenant };',
    replace: 'return path;',
    checks: ['memory', 'sqlite', 'postgres', 'arrays', 'pages'],
  },
  {
    name: 'the path of another tenant has no rows',
    file: `${RESOURCES}/operations/find-parents.ts`,
    find: 'for (const name in tenant) if (name in path && path[name] !== tenant[name]) return undefined;',
    replace: 'for (const name in tenant) if (name in path) return path;',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'a store reads a list in the scope',
    file: `${RESOURCES}/operations/list.ts`,
    find: 'new SourceContext(call, call.scope,',
    replace: 'new SourceContext(call, {},',
    checks: ['memory', 'sqlite', 'postgres'],
  },
  {
    name: 'a store writes new rows in the scope',
    file: `${RESOURCES}/reach/write-scope.ts`,
    find: 'writableRows(reach) === undefined ? scope :',
    replace: 'writableRows(reach) === undefined ? {} :',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'the items of a bulk request are in the scope',
    file: `${RESOURCES}/operations/bulk-item.ts`,
    find: '{ format, query, scope, reach }',
    replace: '{ format, query, reach }',
    checks: ['memory', 'sqlite', 'arrays'],
  },
  {
    name: 'the body of a function has the tenant in a bulk request',
    file: `${RESOURCES}/operations/bulk-item.ts`,
    find: '{ format, query, scope, reach }',
    replace: '{ format, query, scope, reach: { ...reach, tenant: {} } }',
    checks: ['functions'],
  },
  {
    name: 'a list function receives the scope in request.where, which also filters its array',
    file: `${RESOURCES}/source/function-store.ts`,
    find: 'combineFilters([filterOfValues(scope), request.where])',
    replace: 'request.where',
    checks: ['arrays', 'pages'],
  },
  {
    name: 'the page of a list function is in the scope',
    file: `${RESOURCES}/source/provided-page.ts`,
    find: 'combineFilters([filterOfValues(context.scope), reach.rows])',
    replace: 'reach.rows',
    checks: ['functions'],
  },
  {
    name: 'the item of a function is in the scope',
    file: `${RESOURCES}/operations/read-item.ts`,
    find: 'if (!isInScope(item, scope)) return undefined;',
    replace: '',
    checks: ['arrays', 'functions'],
  },
  {
    name: 'the item that a function wrote is in the tenant',
    file: `${RESOURCES}/source/function-store.ts`,
    find: 'assertOwnItem(result, call.operation, reach);',
    replace: '',
    checks: ['functions'],
  },
  {
    name: 'the body of a function has the tenant',
    file: `${RESOURCES}/reach/write-scope.ts`,
    find: 'return rows === undefined ? reach.tenant :',
    replace: 'return rows === undefined ? {} :',
    checks: ['functions'],
  },
  {
    name: 'the result of a custom operation is in the tenant',
    file: `${RESOURCES}/operations/custom.ts`,
    find: 'addToResult(assertOwnItem(result, operation, reach), operation.resource, run)',
    replace: 'addToResult(result, operation.resource, run)',
    checks: ['functions'],
  },
  {
    name: 'a linked item of a store is in the tenant',
    file: `${RESOURCES}/source/find-item.ts`,
    find: 'new SourceContext(call, scope), fields)',
    replace: 'new SourceContext(call, {}), fields)',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'a linked item of a function is in the tenant',
    file: `${RESOURCES}/source/find-item.ts`,
    find: 'isInScope(item, scope) ? item : null',
    replace: 'item ? item : null',
    checks: ['arrays', 'pages'],
  },
  {
    name: 'several linked or included items of a store are in the tenant',
    file: `${RESOURCES}/reach/readable-items.ts`,
    find: 'new SourceContext(call, tenant)',
    replace: 'new SourceContext(call, {})',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'a link to an item that the user need not read stays in the tenant',
    file: `${RESOURCES}/build/link-fields.ts`,
    find: 'link && (link.requireReadable || link.to.tenant !== undefined)',
    replace: 'link && link.requireReadable',
    checks: ['sqlite'],
  },
  {
    name: 'included items of a function are in the tenant',
    file: `${RESOURCES}/reach/related-items.ts`,
    find: 'const { tenant } = reach;',
    replace: 'const tenant = {};',
    checks: ['arrays'],
  },
  {
    name: 'what a user can read of linked resources is in the tenant',
    file: `${RESOURCES}/reach/determine-reach.ts`,
    find: 'if (readAccess === undefined && tenant === undefined) return EVERYTHING;',
    replace: 'if (readAccess === undefined) return EVERYTHING;',
    checks: ['memory', 'live'],
  },
  {
    name: 'the filter of a list function follows links in the tenant',
    file: `${RESOURCES}/reach/restrict-list.ts`,
    find: 'combineFilters([filterOfValues(reach.tenant), reach.rows])',
    replace: 'reach.rows',
    checks: ['pages'],
  },
  {
    name: 'filters and orders of a memory store follow links in the tenant',
    file: `${RESOURCES}/source/memory-store.ts`,
    find: '(item) => item !== undefined && isInScope(item, scope)',
    replace: '(item) => item !== undefined',
    checks: ['memory'],
  },
  {
    name: 'filters through links in SQL stay in the tenant',
    file: 'integrations/sql/write-filter.ts',
    find: 'const scope = writeScope();',
    replace: "const scope = '';",
    checks: ['sqlite'],
  },
  {
    name: 'orders through links in SQL stay in the tenant',
    file: 'integrations/sql/write-order.ts',
    find: 'const scope = writeScope();',
    replace: "const scope = '';",
    checks: ['sqlite'],
  },
  {
    name: 'an idempotency key belongs to the tenant',
    file: `${RESOURCES}/operations/idempotency.ts`,
    find: '...tenantPart(context),',
    replace: '',
    checks: ['memory'],
  },
  {
    name: 'the topics of an update contain the tenant',
    file: 'features/live/update-topics.ts',
    find: 'const base = iri + ending;',
    replace: 'const base = iri;',
    checks: ['live'],
  },
  {
    name: 'the topics that a user receives contain the tenant',
    file: 'features/live/update-topics.ts',
    find: "const base = tenant === EMPTY_SCOPE ? '' : tenantEnding(resource, tenant);",
    replace: "const base = '';",
    checks: ['live'],
  },
  {
    name: 'the updates of global items below items of a tenant are private',
    file: `${RESOURCES}/reach/restricted-reads.ts`,
    find: 'if (tenant !== undefined || readAccess',
    replace: 'if (readAccess',
    checks: ['live'],
  },
  {
    name: 'the updates of global items below items of a tenant are sent to users of all tenants only',
    file: 'features/live/parent-access.ts',
    find: 'isOfTenant ||',
    replace: '',
    checks: ['live'],
  },
  {
    name: 'the updates of a resource with a tenant are private',
    file: 'features/live/live-resources.ts',
    find: "...(resource.tenant === undefined ? [] : ['each request is limited to the rows of its tenant']),",
    replace: '',
    checks: ['live'],
  },
];
