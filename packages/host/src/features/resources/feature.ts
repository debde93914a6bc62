import { setTimeout } from 'node:timers/promises';
import { HostConfigError } from 'oriel-core/configuration';
import type { HttpContext } from 'oriel-core/http';
import { checkStores, hasCheckedStores } from './source/check-stores.ts';
import { createCustomHandle } from './operations/custom.ts';
import { OperationRun, getRun } from './operations/operation-run.ts';
import { bodyGrantListener, grantListener, tenantListener } from './pipeline/access-listeners.ts';
import { createApiProblemListener } from './pipeline/api-problem-listener.ts';
import { cacheListener } from './pipeline/cache-listener.ts';
import { deprecationListener, resourceHeadersListener, varyListener } from './pipeline/header-listeners.ts';
import { createIdempotencyListener } from './pipeline/idempotency-listener.ts';
import { linkListener } from './pipeline/link-listener.ts';
import {
  createQueryListener,
  deserializeListener,
  formatListener,
  readListener,
} from './pipeline/request-listeners.ts';
import {
  createBulkListener,
  createWriteListener,
  resourceSerializeListener,
  validateListener,
} from './pipeline/write-listeners.ts';
import { ResourceRegistry } from './build/resource-registry.ts';
import { authorizeRequest } from './reach/authorize.ts';
import { getOperation } from './model/operation.ts';
import type { AnyResource } from './declare/resource.ts';
import type { ApiConfig } from './model/api-config.ts';
import type { Operation } from './model/operation.ts';
import type { CatalogueFor } from '../../listeners/error-listener.ts';
import { createOutputReport } from '../../listeners/report-output.ts';
import type { Logger } from 'oriel-core/trace';
import type { OperationGrants } from '../security/access-listener.ts';
import { describedRoutes } from './describe/described-route.ts';
import { documentRoutes } from './describe/document-routes.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import { READ_METHODS } from '../../http/methods.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { STATE_DATABASE } from '../state-fixes.ts';
import {
  API_SECURITY,
  LIMITED_OPERATIONS,
  OPERATION_GRANTS,
  CATALOGUE,
  PROFILER_STATUS,
  RESOURCES,
} from '../service-keys.ts';
import type { SecurityConfig } from '../security/security-config.ts';
import { validateWriteAccess } from './build/validate-access.ts';
import { createIndexReader } from './source/index-reader.ts';
import { operationCollectors } from './pipeline/recorded-run.ts';

/** The parts of the host's configuration that resources depend on. */
export interface ResourceSettings {
  readonly resources?: readonly AnyResource[];
  readonly routes?: readonly RouteDeclaration[];
  readonly api?: ApiConfig;
  readonly title?: string;
  readonly version?: string;
  readonly query?: 'strict' | 'lenient';
  readonly security?: SecurityConfig;
  readonly access?: 'public';
}

export const feature: Feature<ResourceSettings> = {
  name: 'resources',
  validate({ resources = [], api, security }) {
    const registry = new ResourceRegistry(resources, api);
    if (registry.issues.length > 0 || security === undefined) return registry.issues;
    return validateWriteAccess(registry, security);
  },
  validateProduction({ resources = [], api, security, access }) {
    if (security !== undefined || access === 'public' || resources.length === 0) return [];
    return validateWriteAccess(new ResourceRegistry(resources, api), undefined);
  },
  *sharedState({ resources = [], api }, spread) {
    if (resources.length === 0) return;
    const { operations } = new ResourceRegistry(resources, api);
    const written = new Set(
      operations.filter(({ method }) => !READ_METHODS.has(method)).map(({ resource }) => resource.name),
    );
    const over = spread === 'workers' ? '' : ' over PostgreSQL';
    for (const [index, { name, definition }] of resources.entries()) {
      const { shared } = (definition.store ?? {}) as { readonly shared?: boolean | 'machine' };
      // A store of the application that states nothing may be a database.
      if (shared === undefined || !written.has(name)) continue;
      yield {
        name: `items of "${name}"`,
        shared,
        code: 'STORE',
        place: `resources[${index}] "${name}".store`,
        effect: 'keep its own items, and changes would not be seen by the others',
        fix: `Use sqlStore(database, table)${over}, or expose reads only: only: ['list', 'get']`,
      };
    }
    const repeated = resources.find(
      ({ name, definition: { idempotency = 'off' } }) => idempotency !== 'off' && written.has(name),
    );
    if (repeated === undefined) return;
    yield {
      name: 'idempotency keys',
      shared: api?.idempotency?.store?.shared,
      code: 'IDEMPOTENCY',
      place: 'api.idempotency.store',
      effect: `keep its own idempotency keys, and would carry out a repeated request to "${repeated.name}" again`,
      fix: `Set ${STATE_DATABASE}, or use a shared store, such as sqlIdempotencyStore(database)${over}`,
    };
  },
  routeNames({ resources = [], api, title = 'API' }) {
    const registry = new ResourceRegistry(resources, api);
    const names = registry.operations.flatMap(({ name, baseName }) => [name, baseName]);
    return [...new Set([...names, ...documentRoutes(registry, title, '').map(({ name }) => name)])];
  },
  create(config, { deriveKeys, find, isListening, logger, mode, provide, openapi }) {
    const { resources = [], routes = [], api, title = 'API', version = '0.0.0' } = config;
    const security = find(API_SECURITY);
    const isDevelopment = mode === 'development';
    const facts = {
      security,
      routes: describedRoutes(routes, security?.entries),
      lenient: config.query === 'lenient',
      isRateLimited: find(LIMITED_OPERATIONS),
      isRecorded: () => isDevelopment && find(PROFILER_STATUS)?.() !== undefined,
      transform: openapi,
    };
    const registry = new ResourceRegistry(resources, api, facts, deriveKeys);
    provide(RESOURCES, registry);
    const grants = listGrants(registry);
    if (grants !== undefined) provide(OPERATION_GRANTS, grants);
    const sites = new Map(resources.map(({ name, at }) => [name, at]));
    // Documents describe every operation and field, so a rule may protect them.
    const access = typeof api?.docs === 'object' ? api.docs.access : undefined;
    return {
      routes: [
        ...registry.operations.flatMap((operation) => {
          const { custom, resource } = operation;
          const report = createOutputReport(isDevelopment, logger);
          const handle = custom === undefined ? handleStandard : createCustomHandle(operation, logger, report);
          return operationRoute(operation, handle, sites.get(resource.name));
        }),
        ...documentRoutes(registry, title, version).map((route) => ({ ...route, ...(access && { access }) })),
      ],
      listeners: resourceListeners(registry, config, logger, find(CATALOGUE)),
      collectors: operationCollectors(isDevelopment ? createIndexReader(resources, api) : undefined),
      ...(isListening && hasCheckedStores(resources) && checkedStores(resources)),
    };
  },
};

function checkedStores(resources: readonly AnyResource[]): Pick<FeatureParts, 'onStart' | 'healthChecks'> {
  let isValid = false;
  return {
    async onStart() {
      await assertStores(resources);
    },
    healthChecks: {
      // The database may not have been available at start.
      async tables() {
        const [issue] = isValid ? [] : await checkStores(resources, 'report');
        if (issue !== undefined) throw new Error(`${issue.place}: ${issue.reason}`);
        isValid = true;
      },
    },
  };
}

// A database that does not answer must not keep the host from starting.
async function assertStores(resources: readonly AnyResource[]): Promise<void> {
  const timeout = new AbortController();
  const waited = setTimeout(CHECK_TIMEOUT_MS, [], { signal: timeout.signal }).catch(() => []);
  const issues = await Promise.race([checkStores(resources, 'ignore'), waited]);
  timeout.abort();
  if (issues.length > 0) throw new HostConfigError(issues);
}

const CHECK_TIMEOUT_MS = 5_000;

function listGrants({ operations }: ResourceRegistry): OperationGrants | undefined {
  if (!operations.some(({ access, resource }) => access !== undefined || resource.variesByUser)) return undefined;
  return {
    says: (route) => getOperation(route)?.access?.rule !== undefined,
    hide: operations.some(mayHide),
    mayHide: (route) => {
      const operation = getOperation(route);
      return operation !== undefined && mayHide(operation);
    },
    readsQuery: (route) => {
      const operation = getOperation(route);
      return operation?.kind === 'list' && operation.method === 'QUERY';
    },
    ask: (context) => {
      const operation = getOperation(context.route!.data);
      if (operation?.access === undefined) return undefined;
      // A request that failed before its format was chosen has no run yet.
      const run = context.operation instanceof OperationRun ? context.operation : new OperationRun(operation, context);
      context.operation = run;
      return authorize(run);
    },
  };
}

async function authorize(run: OperationRun): Promise<void> {
  run.reach = await authorizeRequest(run);
}

function mayHide({ access }: Operation): boolean {
  return access !== undefined && (access.hide || access.rule?.some((part) => typeof part === 'function') === true);
}

function resourceListeners(
  { resources, operations }: ResourceRegistry,
  config: ResourceSettings,
  logger: Logger,
  catalogueFor?: CatalogueFor,
): Readonly<Record<string, Subscriber>> {
  const api: ApiConfig = config.api ?? {};
  const options = { strict: config.query !== 'lenient' };
  const byUser = [...resources.values()].some((resource) => resource.variesByUser);
  const ruled = operations.some(({ access }) => access !== undefined);
  return {
    format: formatListener,
    operationQuery: createQueryListener(options),
    ...(byUser ? { userQuery: createQueryListener(options, true) } : {}),
    ...(api.tenant === undefined ? {} : { tenant: tenantListener }),
    read: readListener,
    deserialize: deserializeListener,
    validate: validateListener,
    write: createWriteListener(logger),
    idempotency: createIdempotencyListener(api.idempotency),
    bulk: createBulkListener(logger),
    resourceSerialize: resourceSerializeListener,
    resourceHeaders: resourceHeadersListener,
    link: linkListener,
    deprecation: deprecationListener,
    vary: varyListener,
    cache: cacheListener,
    ...(ruled ? { grant: grantListener, bodyGrant: bodyGrantListener } : {}),
    apiProblem: createApiProblemListener(catalogueFor),
  };
}

/** A route for every operation, declared where its resource is, and a second one for items whose identifier may have a point in it. */
function operationRoute(
  operation: Operation,
  handle: RouteDeclaration['handle'],
  location: RouteDeclaration['at'],
): RouteDeclaration[] {
  const { name, method, path, resource, formats } = operation;
  const base = {
    methods: [method],
    params: undefined,
    query: undefined,
    body: undefined,
    replies: undefined,
    handle,
    operation,
    at: location,
  };
  const route = (routeName: string, routePath: string, requirements: Record<string, string>): RouteDeclaration => ({
    ...base,
    name: routeName,
    path: routePath,
    options: { defaults: { _format: null }, requirements },
  });
  const hasDots =
    path.endsWith('/{id}.{_format}') &&
    resource.identifier.keys.some((key) => KINDS_WITH_DOTS.includes(resource.fieldByName.get(key)!.kind));
  if (!hasDots) return [route(name, path, {})];
  const suffixes = formats.map((format) => format.name).join('|');
  return [
    route(name, path, { _format: suffixes }),
    { ...base, name: `${name}.pointed`, path: path.replace('.{_format}', ''), options: { requirements: {} } },
  ];
}

// Values of these kinds may contain a dot, such as `node.js` or `3.5`.
const KINDS_WITH_DOTS: readonly string[] = ['string', 'number', 'date'];

/** The controller of standard operations. Returns the item or page that was read, or the body. Listeners write and serialize it. */
function handleStandard({ context }: { readonly context: HttpContext }): unknown {
  const { operation, page, body, previous } = getRun(context);
  if (operation.kind === 'list') return page;
  return body?.kind === 'value' ? body.value : (previous ?? null);
}
