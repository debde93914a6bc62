import type { Host, ResourcesOf } from './host-types.ts';
import { ResourceCaller } from './resource-caller.ts';
import type { Paths, ResourceClients } from './resource-client.ts';

/** Options of `client`. */
export interface ClientOptions {
  /** Replaces the global `fetch`, for example with `host.fetch` in tests. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Headers of every request, such as `{ Authorization: 'Bearer …' }`, or a function that returns them. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
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
 * import { defineHost, resource } from 'oriel';
 * import { client } from 'oriel/client';
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
    ? [options?: ClientOptions]
    : [options: ClientOptions & { readonly paths: Paths<ResourcesOf<H>> }]
): ResourceClients<ResourcesOf<H>> {
  if (!URL.canParse(base))
    throw new TypeError(`"${base}" is not an absolute URL; pass the URL of the API, such as https://example.com/api`);
  const root = base.replace(/\/+$/, '');
  const { paths = {} } = options as { readonly paths?: Readonly<Record<string, string>> };
  const callers = new Map<string, ResourceCaller>();
  const callerOf = (name: string): ResourceCaller => {
    const known = callers.get(name);
    if (known) return known;
    const caller = new ResourceCaller(root, paths[name] ?? `/${name}`, options);
    callers.set(name, caller);
    return caller;
  };
  return new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'then' ? callerOf(name) : undefined) },
  ) as never;
}
