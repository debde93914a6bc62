import { OperationInput } from './definition/operation-input.ts';
import { OperationRun, runOf } from './running/operation-run.ts';
import { ResourceRegistry } from './building/resource-registry.ts';
import { authorizeRequest } from './access/authorize.ts';
import { operationOf } from './model/operation.ts';
import { writeScope } from './access/write-scope.ts';
import type { AnyResource } from './definition/resource.ts';
import type { ApiConfig } from './definition/api-config.ts';
import type { Operation } from './model/operation.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { ErrorTextsFor } from '../../core/listeners/error-listener.ts';
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
import { ResourceSerializeListener } from './listeners/resource-serialize-listener.ts';
import { ValidateListener } from './listeners/validate-listener.ts';
import { VaryListener } from './listeners/vary-listener.ts';
import { WriteListener } from './listeners/write-listener.ts';
import type { OperationGrants } from '../security/access-listener.ts';
import { documentRoutes } from './openapi/document-routes.ts';
import type { RouteDeclaration } from '../../core/routes/route.ts';

import type { Subscriber } from '../../core/events/subscriber.ts';
import type { AnyRule } from '../../core/http/access-rule.ts';
import type { Feature } from '../feature.ts';
import { API_SECURITY, LIMITED_OPERATIONS, OPERATION_GRANTS, PROBLEM_TEXTS, RESOURCES } from '../service-keys.ts';
import type { SecurityConfig } from '../security/security-config.ts';
import { validateStatedAccess, validateWriteAccess } from './building/validate-write-access.ts';
import { operationCollectors } from './profiler/operation-collectors.ts';

/** The parts of the host's configuration that resources depend on. */
export interface ResourceSettings {
  readonly resources?: readonly AnyResource[];
  readonly api?: ApiConfig;
  readonly title?: string;
  readonly version?: string;
  readonly query?: 'strict' | 'lenient';
  readonly security?: SecurityConfig;
  readonly access?: 'public';
}

export const feature: Feature<ResourceSettings> = {
  name: 'resources',
  validate({ resources, api, security }) {
    if (resources === undefined) return [];
    const registry = new ResourceRegistry(resources, api);
    return [...registry.issues, ...(security ? validateWriteAccess(registry, security) : [])];
  },
  validateProduction({ resources = [], api, security, access }) {
    if (security !== undefined || access === 'public' || resources.length === 0) return [];
    return validateStatedAccess(new ResourceRegistry(resources, api));
  },
  *sharedState({ resources = [], api }, spread) {
    if (resources.length === 0) return;
    const { operations } = new ResourceRegistry(resources, api);
    const written = new Set(operations.filter(({ method }) => !SAFE.has(method)).map(({ resource }) => resource.name));
    const over = spread === 'workers' ? '' : ' over PostgreSQL';
    for (const [index, { name, definition }] of resources.entries()) {
      const { shared } = (definition.store ?? {}) as { readonly shared?: boolean | 'machine' };
      // A store of the application that states nothing may be a database.
      if (shared === undefined || !written.has(name)) continue;
      yield {
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
      shared: api?.idempotency?.store?.shared,
      code: 'IDEMPOTENCY',
      place: 'api.idempotency.store',
      effect: `keep its own idempotency keys, and would carry out a repeated request to "${repeated.name}" again`,
      fix: `Use a shared store, such as sqlIdempotencyStore(database)${over}`,
    };
  },
  routeNames({ resources, api, title = 'API' }) {
    if (resources === undefined) return [];
    const registry = new ResourceRegistry(resources, api);
    const names = registry.operations.flatMap(({ name, baseName }) => [name, baseName]);
    return [...new Set([...names, ...documentRoutes(registry, title, '').map(({ name }) => name)])];
  },
  create(config, { deriveKeys, find, provide, openapi }) {
    const { resources, api, title = 'API', version = '0.0.0' } = config;
    if (resources === undefined) return {};
    const facts = {
      security: find(API_SECURITY),
      lenient: config.query === 'lenient',
      isRateLimited: find(LIMITED_OPERATIONS),
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
        ...registry.operations.flatMap((each) => operationRoute(each, sites.get(each.resource.name))),
        ...documentRoutes(registry, title, version).map((each) => ({ ...each, ...(access && { access }) })),
      ],
      listeners: resourceListeners(registry, config, find(PROBLEM_TEXTS)),
      collectors: operationCollectors,
    };
  },
};

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

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
  words?: ErrorTextsFor,
): Readonly<Record<string, Subscriber>> {
  const strict = config.query !== 'lenient';
  const api: ApiConfig = config.api ?? {};
  const personal = [...resources.values()].some((each) => each.variesByUser);
  const ruled = operations.some(({ access }) => access !== undefined);
  return {
    format: new FormatListener(),
    operationQuery: new OperationQueryListener(strict),
    ...(personal ? { personalQuery: new OperationQueryListener(strict, true) } : {}),
    read: new ReadListener(),
    deserialize: new DeserializeListener(api.strictJson),
    validate: new ValidateListener(),
    write: new WriteListener(),
    idempotency: new IdempotencyListener(api.idempotency),
    bulk: new BulkListener(),
    resourceSerialize: new ResourceSerializeListener(),
    resourceHeaders: new ResourceHeadersListener(),
    link: new LinkListener(),
    deprecation: new DeprecationListener(),
    vary: new VaryListener(),
    cache: new CacheListener(),
    ...(ruled ? { grant: new GrantListener(), bodyGrant: new BodyGrantListener() } : {}),
    apiProblem: new ApiProblemListener(words),
  };
}

/** A route for every operation, declared where its resource is, and a second one for items whose identifier may have a point in it. */
function operationRoute(operation: Operation, at: RouteDeclaration['at']): RouteDeclaration[] {
  const { name, method, path, resource, hasItem, formats } = operation;
  const handle = operation.custom ? customHandle(operation) : usualHandle;
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
  const hasPoints =
    hasItem && resource.identifier.keys.some((key) => POINTED.includes(resource.fieldByName.get(key)!.kind));
  if (!hasPoints) return [route(name, path, {})];
  const suffixes = formats.map((format) => format.name).join('|');
  return [
    route(name, path, { _format: suffixes }),
    { ...base, name: `${name}.pointed`, path: path.replace('.{_format}', ''), options: { requirements: {} } },
  ];
}

// What such a field holds may have a point: `node.js`, `3.5`.
const POINTED: readonly string[] = ['string', 'number', 'date'];

/** The controller of the usual operations gives what was read, or sent; writing and serializing follow. */
function usualHandle({ context }: { readonly context: HttpContext }): unknown {
  const run = runOf(context);
  if (run.operation.kind === 'list') return run.read.page;
  return run.request.body?.kind === 'value' ? run.request.body.value : (run.read.previous ?? null);
}

function customHandle({ custom }: Operation): (input: { readonly context: HttpContext }) => unknown {
  const handle = custom!.handle as (input: unknown) => unknown;
  return ({ context }) => {
    const run: OperationRun = runOf(context);
    const {
      read: { previous: item },
      request: { input: body },
    } = run;
    return handle(Object.assign(new OperationInput(context, run.uri), { item, body, scope: writeScope(run) }));
  };
}
