import type { Host, ResourcesOf } from './host-types.ts';
import { ResourceCaller } from './resource-caller.ts';
import type { Paths, ResourceClients } from './resource-client.ts';

/** How a client talks. */
export interface ClientOptions {
  /** Instead of the global `fetch`: a host's own for tests without a socket. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Sent with every request: `{ Authorization: 'Bearer …' }`, or a function that gives them. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
}

/**
 * A client of a host, typed by the host's type alone: `import type` is enough, nothing is generated and nothing of the host
 * runs where the client does. Answers and problems come as values; only a network that fails throws.
 *
 * @param base URL of the API with its prefix: `https://example.com/api`
 * @param options `paths` is asked for when a resource lives elsewhere than under its name; the type knows where
 * @throws {TypeError} when the base is no absolute URL
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
    throw new TypeError(`"${base}" is no absolute URL; give the API's, such as https://example.com/api`);
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
