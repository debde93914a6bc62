import { BadRequestError, MethodNotAllowedError } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import type { ProfilerRoute } from './profiler-routes.ts';

/** Finds the routes of the pages, about twenty, without the router of a host. */
export class PageRoutes {
  readonly #routes: readonly ReturnType<typeof compile>[];

  constructor(routes: readonly ProfilerRoute[]) {
    this.#routes = routes.map(compile);
  }

  /**
   * Returns the route of a request, or the target of a redirect if the path only has another slash at its end; undefined if there is
   * no such page.
   *
   * @throws {MethodNotAllowedError} if the page has other methods
   * @throws {BadRequestError} if the path has an invalid percent-encoding
   */
  find({ method, path, query }: Pick<HttpContext, 'method' | 'path' | 'query'>) {
    const read = method === 'HEAD' ? 'GET' : method;
    const allowed = new Set<string>();
    for (const { route, methods, pattern } of this.#routes) {
      const match = pattern.exec(path);
      if (match === null) continue;
      if (methods.includes(read)) return { route, params: decodeAll(match.groups ?? {}) };
      for (const text of methods) allowed.add(text);
    }
    if (allowed.size > 0) throw new MethodNotAllowedError([...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])]);
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    const isPage = this.#routes.some(({ methods, pattern }) => methods.includes('GET') && pattern.test(other));
    return read === 'GET' && isPage ? other + (query === '' ? '' : `?${query}`) : undefined;
  }
}

function compile(route: ProfilerRoute) {
  const [methods = '', path = ''] = route.line.split(' ');
  const source = path
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${route.requirements?.[name] ?? '[^/]+'})`);
  return { route, methods: methods.split('|'), pattern: new RegExp(`^${source}$`) };
}

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch (cause) {
    throw new BadRequestError('The path has an invalid percent-encoding', { cause });
  }
}
