import { setTimeout } from 'node:timers/promises';
import { HostConfigError } from 'oriel-core/configuration';
import { checkStores, hasCheckedStores } from './stores/check-stores.ts';
import { functionInput } from './stores/store-context.ts';
import { writeLocked } from './writing/locked-write.ts';
import { OperationRun, runOf } from './running/operation-run.ts';
import { ResourceRegistry } from './building/resource-registry.ts';
import { authorizeRequest } from './access/authorize.ts';
import { operationOf } from './model/operation.ts';
import { assertOwnItem } from './access/own-item.ts';
import { writeScope } from './access/write-scope.ts';
import type { AnyResource } from './definition/resource.ts';
import type { ApiConfig } from './definition/api-config.ts';
import type { Operation } from './model/operation.ts';
import type { HttpContext } from 'oriel-core/http';
import { andThen } from 'oriel-core/http';
import type { CatalogueFor } from '../../listeners/error-listener.ts';
import { ApiProblemListener } from './listeners/api-problem-listener.ts';
import { BodyGrantListener } from './listeners/body-grant-listener.ts';
import { BulkListener } from './listeners/bulk-listener.ts';
import { CacheListener } from './listeners/cache-listener.ts';
import { DeprecationListener } from './listeners/deprecation-listener.ts';
import { DeserializeListener } from './listeners/deserialize-listener.ts';
import { FormatListener } from './listeners/format-listener.ts';
import { GrantListener } from './listeners/grant-listener.ts';
import { IdempotencyListener } from './listeners/idempotency-listener.ts';
import { LinkListener } from './listeners/link-listener.ts';
import { OperationQueryListener } from './listeners/operation-query-listener.ts';
import { ReadListener } from './listeners/read-listener.ts';
import { ResourceHeadersListener } from './listeners/resource-headers-listener.ts';
import { TenantListener } from './listeners/tenant-listener.ts';
import { ResourceSerializeListener } from './listeners/resource-serialize-listener.ts';
import { ValidateListener } from './listeners/validate-listener.ts';
import { VaryListener } from './listeners/vary-listener.ts';
import { WriteListener } from './listeners/write-listener.ts';
import { runOperationWrite } from './writing/run-operation-write.ts';
import { selectDeclared } from '../../http/declared-output.ts';
import { createOutputReport } from '../../listeners/report-output.ts';
import type { ReportOutput } from '../../listeners/report-output.ts';
import type { Logger } from 'oriel-core/trace';
import type { OperationGrants } from '../security/access-listener.ts';
import { describedRoutes } from './openapi/described-route.ts';
import { documentRoutes } from './openapi/document-routes.ts';
import type { RouteDeclaration } from '../../routes/route.ts';

import type { Subscriber } from '../../events/subscriber.ts';
import type { AnyRule } from '../../http/access-rule.ts';
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
import { validateApi } from './building/validate-api.ts';
import { validateStatedAccess, validateWriteAccess } from './building/validate-write-access.ts';
import { operationCollectors } from './profiler/recorded-run.ts';

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
    return [
      ...(api ? validateApi(api) : []),
      ...registry.issues,
      ...(security ? validateWriteAccess(registry, security) : []),
    ];
  },
  validateProduction({ resources = [], api, security, access }) {
    if (security !== undefined || access === 'public' || resources.length === 0) return [];
    return validateStatedAccess(new ResourceRegistry(resources, api));
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
    const facts = {
      security,
      routes: describedRoutes(routes, security?.entries),
      lenient: config.query === 'lenient',
      isRateLimited: find(LIMITED_OPERATIONS),
      isRecorded: () => mode === 'development' && find(PROFILER_STATUS)?.() !== undefined,
      transform: openapi,
    };
    const registry = new ResourceRegistry(resources, api, facts, deriveKeys);
    provide(RESOURCES, registry);
    const grants = grantsOf(registry);
    if (grants !== undefined) provide(OPERATION_GRANTS, grants);
    const sites = new Map(resources.map(({ name, at }) => [name, at]));
    const access = documentAccess(api);
    return {
      routes: [
        ...registry.operations.flatMap((each) =>
          operationRoute(
            each,
            { logger, report: createOutputReport(mode === 'development', logger) },
            sites.get(each.resource.name),
          ),
        ),
        ...documentRoutes(registry, title, version).map((each) => ({ ...each, ...(access && { access }) })),
      ],
      listeners: resourceListeners(registry, config, logger, find(CATALOGUE)),
      collectors: operationCollectors,
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

// Documents describe every operation and field, so a rule may protect them.
function documentAccess(api: ApiConfig | undefined): AnyRule | undefined {
  return typeof api?.docs === 'object' ? api.docs.access : undefined;
}

function grantsOf({ operations }: ResourceRegistry): OperationGrants | undefined {
  if (!operations.some(({ access, resource }) => access !== undefined || resource.variesByUser)) return undefined;
  return {
    says: (route) => operationOf(route)?.access?.rule !== undefined,
    hide: operations.some(mayHide),
    mayHide: (route) => {
      const operation = operationOf(route);
      return operation !== undefined && mayHide(operation);
    },
    readsQuery: (route) => {
      const operation = operationOf(route);
      return operation?.kind === 'list' && operation.method === 'QUERY';
    },
    ask: (context) => {
      const operation = operationOf(context.route!.data);
      if (operation?.access === undefined) return undefined;
      // A request that failed before its format was chosen has no run yet.
      if (!(context.operation instanceof OperationRun)) context.operation = new OperationRun(operation, context);
      return authorizeRequest(context.operation as OperationRun);
    },
  };
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
  const strict = config.query !== 'lenient';
  const api: ApiConfig = config.api ?? {};
  const { strictJson } = api;
  const byUser = [...resources.values()].some((each) => each.variesByUser);
  const ruled = operations.some(({ access }) => access !== undefined);
  return {
    format: new FormatListener(),
    operationQuery: new OperationQueryListener({ strict, strictJson }),
    ...(byUser ? { userQuery: new OperationQueryListener({ strict, strictJson, byUser: true }) } : {}),
    ...(api.tenant === undefined ? {} : { tenant: new TenantListener() }),
    read: new ReadListener(),
    deserialize: new DeserializeListener(strictJson),
    validate: new ValidateListener(),
    write: new WriteListener(logger),
    idempotency: new IdempotencyListener(api.idempotency),
    bulk: new BulkListener(logger),
    resourceSerialize: new ResourceSerializeListener(),
    resourceHeaders: new ResourceHeadersListener(),
    link: new LinkListener(),
    deprecation: new DeprecationListener(),
    vary: new VaryListener(),
    cache: new CacheListener(),
    ...(ruled ? { grant: new GrantListener(), bodyGrant: new BodyGrantListener() } : {}),
    apiProblem: new ApiProblemListener(catalogueFor),
  };
}

interface Reports {
  readonly logger: Logger;
  readonly report: ReportOutput;
}

/** A route for every operation, declared where its resource is, and a second one for items whose identifier may have a point in it. */
function operationRoute(operation: Operation, reports: Reports, at: RouteDeclaration['at']): RouteDeclaration[] {
  const { name, method, path, resource, formats } = operation;
  const handle = operation.custom ? createCustomHandle(operation, reports) : handleStandard;
  const base = {
    methods: [method],
    params: undefined,
    query: undefined,
    body: undefined,
    replies: undefined,
    handle,
    operation,
    at,
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
  const run = runOf(context);
  if (run.operation.kind === 'list') return run.read.page;
  return run.request.body?.kind === 'value' ? run.request.body.value : (run.read.previous ?? null);
}

function createCustomHandle(
  { custom, method, name }: Operation,
  { logger, report }: Reports,
): (input: { readonly context: HttpContext }) => unknown {
  const handle = custom!.handle as (input: unknown) => unknown;
  const isRead = READ_METHODS.has(method);
  const setting = `custom.${name.split('.').at(-1)}.outputSchema`;
  return ({ context }) => {
    const run: OperationRun = runOf(context);
    const perform = (): unknown => {
      const {
        read: { previous: item },
        request: { input: body },
      } = run;
      const result = handle(functionInput(run, { item, body, scope: writeScope(run) }));
      const schema = custom!.outputSchema;
      // A result with a schema of its own is not an item.
      if (schema === undefined) return andThen(result, (each) => assertOwnItem(each, run));
      const output = { schema, side: 'output', subject: `The result of operation "${name}"`, setting } as const;
      return andThen(result, (each) => selectDeclared(each, output, (text) => report(text, context)));
    };
    return isRead ? perform() : runOperationWrite(context, logger, () => writeLocked(run, perform));
  };
}
