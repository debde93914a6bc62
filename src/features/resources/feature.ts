import { OperationInput } from './definition/operation-input.ts';
import { OperationRun, runOf } from './running/operation-run.ts';
import { ResourceRegistry } from './building/resource-registry.ts';
import { grantHead } from './access/grant.ts';
import { operationOf } from './model/operation.ts';
import { writeScope } from './access/limited-write.ts';
import type { AnyResource } from './definition/resource.ts';
import type { ApiConfig } from './definition/api-config.ts';
import type { Operation } from './model/operation.ts';
import { READS } from '../../core/http/reads.ts';
import type { DeriveKeys } from '../../core/http/derive-keys.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { WordsOf } from '../../core/listeners/error-listener.ts';
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
import type { HostConfig } from '../../host/config.ts';
import { hostFacts } from '../../host/host-facts.ts';
import { loadFeature } from '../../host/feature-table.ts';
import { issue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import type { PipelineParts } from '../../host/pipeline.ts';
import type { RouteDeclaration } from '../../core/routes/route.ts';
import { docsAccess } from '../security/rules-of.ts';

/** The resources of one host: their routes, those of their documents, and the listeners that run them. */
export interface Resources {
  readonly registry: ResourceRegistry;
  readonly routes: readonly RouteDeclaration[];
  readonly listeners: PipelineParts;
  /** Is any of them told of in real time? */
  readonly live: boolean;
  /** How its operations are granted; undefined when nobody says anything about any of them. */
  readonly grants: OperationGrants | undefined;
}

/** Puts resources together; only hosts that have some load this. */
export function createResources(
  resources: readonly AnyResource[],
  config: HostConfig,
  deriveKeys: DeriveKeys,
  words?: WordsOf,
): Resources {
  const registry = new ResourceRegistry(resources, config.api, hostFacts(config), deriveKeys);
  const places = new Map(resources.map(({ name, at }) => [name, at]));
  return {
    registry,
    routes: [
      ...registry.operations.flatMap((each) => operationRoute(each, places.get(each.resource.name))),
      ...documentRoutes(registry, config.title ?? 'API', config.version ?? '0.0.0').map((each) => ({
        ...each,
        ...docsRule(config),
      })),
    ],
    listeners: resourceListeners(registry, config, words),
    live: isLive(registry),
    grants: grantsOf(registry),
  };
}

// Documents tell of every operation and field, so they are no more open by themselves than anything else.
function docsRule(config: HostConfig): Pick<RouteDeclaration, 'access'> {
  const access = docsAccess(config);
  return access === undefined ? {} : { access };
}

/** What the operations of a configuration are called, by themselves and with their family, and the documents of its API. */
export function operationNames({ resources = [], api, title = 'API' }: HostConfig): string[] {
  const registry = new ResourceRegistry(resources, api);
  const names = registry.operations.flatMap(({ name, family }) => [name, family]);
  return [...new Set([...names, ...documentRoutes(registry, title, '').map(({ name }) => name)])];
}

/** The names of the resources of a configuration that have an operation which may change something. */
export function writtenResources({ resources = [], api }: HostConfig): ReadonlySet<string> {
  const { operations } = new ResourceRegistry(resources, api);
  return new Set(operations.filter(({ method }) => !SAFE.has(method)).map(({ resource }) => resource.name));
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** Everything that is wrong with the resources of a configuration. */
export function wrongResources(resources: readonly AnyResource[], config: HostConfig): ConfigIssue[] {
  const registry = new ResourceRegistry(resources, config.api);
  const unsaid = config.security ? loadFeature('access').unsaidWrites(registry, config) : [];
  const told = registry.issues.length === 0 && isLive(registry) ? loadFeature('live').wrongLive(registry, config) : [];
  return [...registry.issues, ...unsaid, ...told];
}

/** Returns an issue for each resource with operations that change something and that no rule guards. */
export function unguardedWrites(resources: readonly AnyResource[], config: HostConfig): ConfigIssue[] {
  const registry = new ResourceRegistry(resources, config.api);
  return [...registry.resources.values()].flatMap(({ name, operations }) => {
    const open = operations.filter(({ method, access }) => !READS.has(method) && access?.rule === undefined);
    if (open.length === 0) return [];
    const kinds = [...new Set(open.map((each) => each.name.split('.')[1]))].join(', ');
    const reason = `Without security, anyone may use ${kinds}`;
    const fix =
      "Add security, or state that it is meant: access: 'public' in defineHost, or access: { write: 'public' } in the resource";
    return [issue('ORIEL_ACCESS_PUBLIC', `resources "${name}"`, reason, fix)];
  });
}

function isLive({ resources }: ResourceRegistry): boolean {
  return [...resources.values()].some(({ definition }) => definition.live);
}

function grantsOf({ operations }: ResourceRegistry): OperationGrants | undefined {
  if (!operations.some(({ access, resource }) => access !== undefined || resource.personal)) return undefined;
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
      return grantHead(context.operation as OperationRun);
    },
  };
}

function mayHide({ access }: Operation): boolean {
  return access !== undefined && (access.hide || access.rule?.some((part) => typeof part === 'function') === true);
}

function resourceListeners(
  { resources, operations }: ResourceRegistry,
  config: HostConfig,
  words?: WordsOf,
): PipelineParts {
  const strict = config.query !== 'lenient';
  const api: ApiConfig = config.api ?? {};
  const personal = [...resources.values()].some((each) => each.personal);
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
  const { name, method, path, resource, item, formats } = operation;
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
  const hasPoints = item && resource.identifier.keys.some((key) => POINTED.includes(resource.field.get(key)!.kind));
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
  if (run.operation.kind === 'list') return run.page;
  return run.body?.kind === 'value' ? run.body.value : (run.previous ?? null);
}

function customHandle({ custom }: Operation): (input: { readonly context: HttpContext }) => unknown {
  const handle = custom!.handle as (input: unknown) => unknown;
  return ({ context }) => {
    const run: OperationRun = runOf(context);
    const { previous: item, input: body } = run;
    return handle(Object.assign(new OperationInput(context, run.uri), { item, body, scope: writeScope(run) }));
  };
}
