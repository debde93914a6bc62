import type { Host, ResourcesOf, Paths, ResourceClients } from './resource-client.ts';
import type { LoginRoutes, NamedRoute, RouteClients, RoutesOf } from './route-client.ts';
import { Lines } from './line-table.ts';
import { getRouteQuery } from './query-string.ts';
import { ResourceCaller } from './resource-caller.ts';
import { fillPath } from './route-path.ts';
import { sendRequest } from './send-request.ts';
import type { Sending } from './send-request.ts';

/** The resources of a host by name, and its routes. */
export type Client<H extends Host> = ResourceClients<ResourcesOf<H>> & {
  /** The routes of the host, and the login and logout of its authenticators. */
  readonly routes: RouteClients<RoutesOf<H['~routes']> | LoginRoutes<H['~logins']>>;
};

/** The option `lines`. */
export interface LineOptions<H extends Host> {
  /**
   * The method and path of routes and custom operations by name.
   * @default read from the host on the first call
   */
  readonly lines?: LinesOf<RoutesOf<H['~routes']> | LoginRoutes<H['~logins']>> &
    Readonly<Record<`${string}.${string}`, string>>;
}

type LinesOf<R extends NamedRoute> = { readonly [Each in R as Each['name']]?: Each['~']['line'] };

/** Options of `client`. */
export interface ClientOptions {
  /**
   * Replaces the global `fetch`, for example with `host.fetch` in tests.
   * @default `fetch`
   */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * Headers of every request, such as `{ Authorization: 'Bearer …' }`, or a function that returns them.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /**
   * The URL that the paths of routes begin with.
   * @default `base` without the prefix of the API
   */
  readonly root?: string;
}

/**
 * Returns a client for the API of a host. Its types are derived from the type of the host, so `import type` is enough: no
 * code is generated, and no code of the host runs in the client. Problem responses are returned as values; only network
 * errors throw.
 *
 * @param base the URL of the API with its prefix: `https://example.com/api`
 * @param options `paths` is required if the path of a resource differs from its name; its type lists these paths
 * @throws {TypeError} if `base` is not an absolute URL
 *
 * @example
 * ```ts
 * import { defineHost, resource } from 'oriel-host';
 * import { client } from 'oriel-client';
 * import { z } from 'zod';
 * const Tide = z.object({ id: z.string(), metres: z.number() });
 * const tides = resource('tides', Tide, { id: 'id', provide: { get: ({ id }) => ({ id, metres: 6.1 }) } });
 * const host = defineHost({ resources: [tides] });
 *
 * const api = client<typeof host>('http://localhost/api', { fetch: host.fetch });
 * const found = await api.tides.get('t1');
 * found.ok && found.data.metres; // => 6.1
 * ```
 */
export function client<H extends Host>(
  base: string,
  ...[options = {}]: {} extends Paths<ResourcesOf<H>>
    ? [options?: ClientOptions & LineOptions<H>]
    : [options: ClientOptions & LineOptions<H> & { readonly paths: Paths<ResourcesOf<H>> }]
): Client<H> {
  if (!URL.canParse(base))
    throw new TypeError(`"${base}" is not an absolute URL; pass the URL of the API, such as https://example.com/api`);
  const root = base.replace(/\/+$/, '');
  const { paths = {} } = options as { readonly paths?: Readonly<Record<string, string>> };
  const lines = new Lines(root, options);
  const routes = byName((name) => (input?: RouteCall) => callRoute(name, lines, options, input));
  const resources = byName((name) => new ResourceCaller(root, name, paths[name] ?? `/${name}`, lines, options));
  return new Proxy(resources, {
    get: (target, name): unknown => (name === 'routes' ? routes : Reflect.get(target, name)),
  }) as never;
}

/** What the call of a route sends. */
interface RouteCall extends Omit<Sending, 'method' | 'url'> {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

async function callRoute(
  name: string,
  lines: Lines,
  options: ClientOptions,
  { params = {}, query = {}, ...sent }: RouteCall = {},
): Promise<unknown> {
  const { method, path, root } = await lines.find(name);
  return sendRequest({ ...sent, method, url: root + fillPath(path, params) + getRouteQuery(query) }, options);
}

/** An object that creates its members when they are read. `await` reads `then`, which no client has. */
function byName(create: (name: string) => unknown): object {
  const known = new Map<string, unknown>();
  return new Proxy(
    {},
    {
      get(_, name): unknown {
        if (typeof name !== 'string' || name === 'then') return undefined;
        let member = known.get(name);
        if (member === undefined) known.set(name, (member = create(name)));
        return member;
      },
    },
  );
}
