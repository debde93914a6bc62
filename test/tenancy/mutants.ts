import type { Check } from './run-mutant.ts';

/** A place that applies the tenant of a request, and the change that removes it. */
export interface Mutant {
  /** What the place limits. */
  readonly name: string;
  /** The file, below `packages/host/src/`. */
  readonly file: string;
  /** An expression that occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The checks that have to fail; the first one in every run of the tests. */
  readonly checks: readonly Check[];
}

const RESOURCES = 'features/resources';

/** All places that apply the tenant. Each is the only one that does so for some request. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a request without a tenant reaches no rows',
    file: `${RESOURCES}/access/tenant-scope.ts`,
    find: "if (typeof value !== 'string' && typeof value !== 'number') return null;",
    replace: "if (typeof value !== 'string' && typeof value !== 'number') return EMPTY_SCOPE;",
    checks: ['memory', 'live'],
  },
  {
    name: 'the operations of resources with a tenant are limited to it',
    file: `${RESOURCES}/listeners/tenant-listener.ts`,
    find: 'if (resource.tenant === undefined) return undefined;',
    replace: 'return undefined;',
    checks: ['memory', 'sqlite', 'postgres', 'arrays', 'pages'],
  },
  {
    name: 'writes without an item are limited to the tenant',
    file: `${RESOURCES}/listeners/tenant-listener.ts`,
    find: 'run.request.scope = scope;',
    replace: '',
    checks: ['memory', 'sqlite', 'arrays'],
  },
  {
    name: 'the scope of a path includes the tenant',
    file: `${RESOURCES}/listeners/read-listener.ts`,
    find: 'if (path === EMPTY_SCOPE) return tenant;',
    replace: 'return path;',
    checks: ['memory', 'sqlite', 'postgres', 'arrays', 'pages'],
  },
  {
    name: 'the scope of a path with variables includes the tenant',
    file: `${RESOURCES}/listeners/read-listener.ts`,
    find: 'return { ...path, ...tenant };',
    replace: 'return path;',
    checks: ['memory', 'sqlite', 'postgres', 'arrays', 'pages'],
  },
  {
    name: 'the path of another tenant has no rows',
    file: `${RESOURCES}/listeners/read-listener.ts`,
    find: 'for (const name in tenant) if (name in path && path[name] !== tenant[name]) return undefined;',
    replace: 'for (const name in tenant) if (name in path) return path;',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'a store reads and writes a single item in the scope',
    file: `${RESOURCES}/stores/store-context.ts`,
    find: 'scope: Item = run.request.scope',
    replace: 'scope: Item = {}',
    checks: ['sqlite', 'memory'],
  },
  {
    name: 'a store reads a list in the scope',
    file: `${RESOURCES}/running/provide-list.ts`,
    find: 'new RunStoreContext(run, run.request.scope,',
    replace: 'new RunStoreContext(run, {},',
    checks: ['memory', 'sqlite', 'postgres'],
  },
  {
    name: 'a store writes new rows in the scope',
    file: `${RESOURCES}/access/write-scope.ts`,
    find: 'writableRows(run) === undefined ? run.request.scope :',
    replace: 'writableRows(run) === undefined ? {} :',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'the items of a bulk request are in the scope',
    file: `${RESOURCES}/writing/bulk-item.ts`,
    find: 'member.request.scope = run.request.scope;',
    replace: '',
    checks: ['memory', 'sqlite', 'arrays'],
  },
  {
    name: 'the body of a function has the tenant in a bulk request',
    file: `${RESOURCES}/writing/bulk-item.ts`,
    find: 'member.request.tenant = run.request.tenant;',
    replace: '',
    checks: ['functions'],
  },
  {
    name: 'a list function receives the scope in request.where, which also filters its array',
    file: `${RESOURCES}/running/provide-list.ts`,
    find: 'combineFilters([filterOfValues(scope), request.where])',
    replace: 'request.where',
    checks: ['arrays', 'pages'],
  },
  {
    name: 'the page of a list function is in the scope',
    file: `${RESOURCES}/access/provided-page.ts`,
    find: 'combineFilters([filterOfValues(scope), readFilter])',
    replace: 'readFilter',
    checks: ['functions'],
  },
  {
    name: 'the item of a function is in the scope',
    file: `${RESOURCES}/running/provide-item.ts`,
    find: 'isInScope(item, run.request.scope)) return item;',
    replace: 'true) return item;',
    checks: ['arrays', 'functions'],
  },
  {
    name: 'the item that a function wrote is in the tenant',
    file: `${RESOURCES}/writing/apply-write.ts`,
    find: '(item) => assertOwnItem(item, run)',
    replace: '(item) => item',
    checks: ['functions'],
  },
  {
    name: 'the body of a function has the tenant',
    file: `${RESOURCES}/access/write-scope.ts`,
    find: 'return rows === undefined ? tenant :',
    replace: 'return rows === undefined ? {} :',
    checks: ['functions'],
  },
  {
    name: 'the result of a custom operation is in the tenant',
    file: `${RESOURCES}/feature.ts`,
    find: '(each) => assertOwnItem(each, run)',
    replace: '(each) => each',
    checks: ['functions'],
  },
  {
    name: 'a linked item of a store is in the tenant',
    file: `${RESOURCES}/access/find-item.ts`,
    find: 'createStoreContext(run, scope), fields)',
    replace: 'createStoreContext(run, {}), fields)',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'a linked item of a function is in the tenant',
    file: `${RESOURCES}/access/find-item.ts`,
    find: 'isInScope(item, scope) ? item : null',
    replace: 'item ? item : null',
    checks: ['arrays', 'pages'],
  },
  {
    name: 'several linked items of a store are in the tenant',
    file: `${RESOURCES}/access/readable-items.ts`,
    find: 'createStoreContext(run, tenant)',
    replace: 'createStoreContext(run, {})',
    checks: ['memory', 'sqlite'],
  },
  {
    name: 'a link to an item that the user need not read stays in the tenant',
    file: `${RESOURCES}/building/link-fields.ts`,
    find: 'link && (link.requireReadable || link.to.tenant !== undefined)',
    replace: 'link && link.requireReadable',
    checks: ['sqlite'],
  },
  {
    name: 'included items of a store are in the tenant',
    file: `${RESOURCES}/running/related-items.ts`,
    find: 'run.request.scope = tenant;',
    replace: '',
    checks: ['memory', 'sqlite', 'arrays'],
  },
  {
    name: 'included items of a function are in the tenant',
    file: `${RESOURCES}/running/related-items.ts`,
    find: 'one.request.scope = run.request.scope;',
    replace: '',
    checks: ['arrays'],
  },
  {
    name: 'included items of resources without rules are in the tenant',
    file: `${RESOURCES}/running/related-items.ts`,
    find: 'resource.readAccess === undefined && resource.tenant === undefined',
    replace: 'resource.readAccess === undefined',
    checks: ['memory'],
  },
  {
    name: 'what a user can read of linked resources is in the tenant',
    file: `${RESOURCES}/access/read-scope.ts`,
    find: 'if (readAccess === undefined && resource.tenant === undefined) return UNRESTRICTED;',
    replace: 'if (readAccess === undefined) return UNRESTRICTED;',
    checks: ['memory', 'live'],
  },
  {
    name: 'the filter of a list function follows links in the tenant',
    file: `${RESOURCES}/access/read-scope.ts`,
    find: 'combineFilters([filterOfValues(scope.tenant), scope.where])',
    replace: 'scope.where',
    checks: ['pages'],
  },
  {
    name: 'filters and orders of a memory store follow links in the tenant',
    file: `${RESOURCES}/stores/memory-store.ts`,
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
    file: `${RESOURCES}/writing/idempotency.ts`,
    find: '...tenantPart(context),',
    replace: '',
    checks: ['memory'],
  },
  {
    name: 'the topics of an update contain the tenant',
    file: `${RESOURCES}/live/update-topics.ts`,
    find: 'const base = iri + ending;',
    replace: 'const base = iri;',
    checks: ['live'],
  },
  {
    name: 'the topics that a user receives contain the tenant',
    file: `${RESOURCES}/live/update-topics.ts`,
    find: "const base = tenant === EMPTY_SCOPE ? '' : tenantEnding(resource, tenant);",
    replace: "const base = '';",
    checks: ['live'],
  },
  {
    name: 'the updates of global items below items of a tenant are private',
    file: `${RESOURCES}/access/read-scope.ts`,
    find: 'if (tenant !== undefined || readAccess',
    replace: 'if (readAccess',
    checks: ['live'],
  },
  {
    name: 'the updates of global items below items of a tenant are sent to users of all tenants only',
    file: `${RESOURCES}/live/parent-access.ts`,
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
