import type { Authenticator } from '../features/security/authenticator.ts';
import type { PublishedChange } from '../features/resources/declare/live-definition.ts';
import type { AnyResource } from '../features/resources/declare/resource.ts';
import type { HubPublisher } from '../features/hub/publisher.ts';
import { HostConfigError } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { Mode } from '../configuration/host-environment.ts';
import type { RouteDeclaration } from '../routes/route.ts';
import { buildCheckedTable } from '../routes/route-table.ts';
import type { Assembly } from './assembly.ts';
import { validateConfig } from './check-config.ts';
import { validateFeatures, validateProduction, validateReferences } from './features.ts';
import { isProductionForced } from './mode.ts';
import type { HostConfig } from './config.ts';
import { HostRuntime } from './host-runtime.ts';
import type { WriteLog } from './host-log.ts';
import type { ListenOptions, Listening } from './listening.ts';
import type { NodeHandler } from './node-handler.ts';
import { requireNodeVersion } from './require-node-version.ts';
import type { CorsConfig, CorsPathRule } from '../features/cors/cors-config.ts';
import { needsCsrf } from '../features/session/needs-csrf.ts';

/** A host: answers web requests in memory, or listens on a socket. */
export interface Host<Resources = unknown, Routes = unknown, Logins = unknown> {
  readonly config: HostConfig;
  /** Carries the types of the resources to `client<typeof host>()`; it has no value. */
  readonly '~resources'?: Resources;
  /** Carries the types of the routes; it has no value. */
  readonly '~routes'?: Routes;
  /** Carries the types of the authenticators, some of which have routes for login and logout; it has no value. */
  readonly '~logins'?: Logins;
  /**
   * Answers a web `Request` without a socket. Rejects with the error of `onStart` when that fails, and with a HostConfigError
   * in production: when `instances: 'many'` is configured with state that several machines do not share, and when
   * `ORIEL_MODE` is `production` and a setting is missing that production needs.
   * @param info `peer`: the IP address of the client's connection, as the runtime reports it. Without it the client is
   *   unknown and never trusted: `ip` is `'unknown'`, forwarding headers are ignored, the profiler is closed and errors show
   *   no details
   */
  readonly fetch: (request: Request, info?: FetchInfo) => Promise<Response>;
  /**
   * Listens on a socket.
   * @throws {Error} when the port is in use, with the port and the fix
   * @throws {HostConfigError} when a setting is missing that production needs, such as `hub.publicUrl`
   */
  readonly listen: (options?: ListenOptions) => Promise<Listening>;
  /**
   * Returns the object graph for a mode, created once, as `fetch` and `listen` use it; for tools.
   * @param listening create it as for `listen`, with the access log
   */
  readonly assembly: (mode?: Mode, listening?: boolean) => Assembly;
  /** Returns an object graph as for `listen`, but separate from it and without opening a file; for tools. Close it after use. */
  readonly inspect: (mode?: Mode) => Promise<Assembly>;
  /**
   * A handler for Express, Fastify, Vite, Connect and `node:http`: `app.use(host.node)`. A request whose path has no route
   * of the host is passed to `next`, or gets 404 without it. The mode is that of `ORIEL_MODE`, by default production.
   * @throws {HostConfigError} when a setting is missing that production needs, such as `hub.publicUrl`
   * @example
   * ```ts
   * import { createServer } from 'node:http';
   * import { defineHost, route } from 'oriel-host';
   * const host = defineHost({ log: false, routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })] });
   * createServer(host.node);
   * ```
   */
  readonly node: NodeHandler;
  /**
   * Writes to the log of the host in the channel `app`, as `log` of handlers does. Inside of a request, also in functions that a
   * handler calls, the record has the id of the request and is in its profile.
   * @throws {TypeError} if the level is unknown
   * @example
   * ```ts
   * import { defineHost } from 'oriel-host';
   * const messages: string[] = [];
   * const host = defineHost({ log: { level: 'info', sink: { write: ({ message }) => messages.push(message) } } });
   * host.log('info', 'Rates loaded', { count: 3 });
   * messages; // => ['Rates loaded']
   * ```
   */
  readonly log: WriteLog;
  /** Publishes updates to subscribers. @throws {TypeError} when the host has no hub */
  readonly hub: HubPublisher;
  /**
   * Publishes the change of an item of a live resource that no operation has made, such as that of a background job. The host determines
   * the topics, the fields and who may receive the update. In a function of an operation, `publish` of its input does the same.
   * @param resource the name of the resource
   * @param item the complete item after the change, or before it was deleted
   * @param change what happened to it. Default: `'changed'`, also for a new item
   * @throws {TypeError} (as a rejection) if the resource is unknown or not live, or the item is incomplete
   * @example
   * ```ts
   * import { defineHost, memoryStore, resource } from 'oriel-host';
   * import { z } from 'zod';
   * const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), { id: 'id', live: true, store: memoryStore() });
   * const host = defineHost({ hub: { secret: 'a random secret of 32 bytes or more' }, resources: [boats], log: false });
   * await host.publish('boats', { id: 1, name: 'Nereid' });
   * await host.close();
   * ```
   */
  publish<Name extends ResourceName<Resources>>(
    resource: Name,
    item: PublishedItem<Resources, Name>,
    change?: PublishedChange,
  ): Promise<void>;
  /** Stops listening after every request that has begun was answered. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

type ResourceName<Resources> = Resources extends readonly { readonly name: infer Name extends string }[]
  ? Name
  : string;

type PublishedItem<Resources, Name> = object &
  (Resources extends readonly (infer Declared)[]
    ? Extract<Declared, { readonly name: Name; readonly '~': unknown }> extends {
        readonly '~': { readonly item: infer Item };
      }
      ? Item
      : unknown
    : unknown);

/** What {@link Host.fetch} cannot read from a web `Request`. */
export interface FetchInfo {
  /** IP address of the client's connection. Never set it from a request header. */
  readonly peer?: string | undefined;
}

/**
 * Defines a host.
 *
 * @param given see {@link HostConfig}; every setting has a default
 * @returns a host; `export default` it, and `oriel-host dev`, `oriel-host start`, Bun and Deno can serve it
 * @throws {HostConfigError} with all issues of the configuration, each with its place and fix
 *
 * @example
 * ```ts
 * import { defineHost, route } from 'oriel-host';
 * const host = defineHost({ routes: [route('hello', 'GET /hello/{name}', { handle: ({ params }) => ({ hello: params.name }) })] });
 * const response = await host.fetch(new Request('http://localhost/hello/Ada'));
 * await response.json(); // => { hello: 'Ada' }
 * ```
 */
export function defineHost<
  const Resources extends readonly AnyResource[] = readonly [],
  const Routes extends readonly RouteDeclaration[] = readonly [],
  Each extends Authenticator = never,
>(given: HostConfig<Resources, Routes, Each>): Host<Resources, Routes, Each> {
  requireNodeVersion();
  const issues = validate(given);
  if (issues.length > 0) throw new HostConfigError(issues);
  const config = withTrustedOrigins(given);
  const runtime = new HostRuntime(config);
  const close = (): Promise<void> => runtime.close();
  return Object.freeze({
    config,
    get hub() {
      return runtime.publisher;
    },
    get node() {
      return runtime.node;
    },
    assembly: (mode?: Mode, listening?: boolean) => runtime.assembly(mode, listening),
    inspect: (mode?: Mode) => runtime.inspect(mode),
    log: runtime.log,
    publish: (resource: string, item: object, change?: PublishedChange) => runtime.publish(resource, item, change),
    fetch: (request: Request, info?: FetchInfo) => runtime.fetch(request, info),
    listen: (options?: ListenOptions) => runtime.listen(options),
    close,
    [Symbol.asyncDispose]: close,
  });
}

function validate(config: HostConfig): ConfigIssue[] {
  const issues = validateConfig(config);
  if (!issues.some(({ place }) => FATAL.test(place))) issues.push(...validateFeatures(config));
  // Bun and Deno serve through fetch, where production is known only by ORIEL_MODE.
  if (issues.length === 0 && isProductionForced()) issues.push(...validateProduction(config));
  if (issues.length === 0) issues.push(...validateReferences(config));
  if (!issues.some(({ place }) => place.startsWith('routes')))
    issues.push(...buildCheckedTable(config.routes ?? []).issues);
  return issues;
}

// With issues of these settings the features of the host are unknown, so that they cannot validate their settings.
const FATAL = /^(?:defineHost|plugins)/;

/**
 * Returns the configuration with the top-level `origins` in CORS and the hub inside the host, unless they have a list of
 * their own. A list in a feature replaces `origins` there, which narrows or extends it.
 */
function withTrustedOrigins<Config extends HostConfig>(config: Config): Config {
  const { origins, cors, hub } = config;
  if (origins === undefined || origins.length === 0) return config;
  return {
    ...config,
    cors: trustedCors(config, cors),
    ...(hub && hub.url === undefined ? { hub: { ...hub, cors: hub.cors ?? origins } } : {}),
  };
}

// Pages of trusted origins act for the logged-in user; a path rule with its own origins chooses its own credentials.
function trustedCors(config: HostConfig, cors: CorsConfig = {}): CorsConfig {
  if (cors.origins !== undefined) return cors;
  const credentials = cors.credentials ?? needsCsrf(config);
  const paths = cors.paths?.map((rule): CorsPathRule =>
    rule.origins === undefined ? rule : { credentials: cors.credentials ?? false, ...rule },
  );
  return { ...cors, origins: config.origins!, credentials, ...(paths && { paths }) };
}
