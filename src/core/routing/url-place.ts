import { relativePath } from './relative-path.ts';
import type { Route } from './route.ts';

export type UrlReference = 'absolute-path' | 'absolute-url' | 'network-path' | 'relative-path';

/** Where the URL is going to stand. */
export interface UrlContext {
  readonly scheme: string;
  readonly host: string;
  readonly path?: string;
  readonly httpPort?: number;
  readonly httpsPort?: number;
  /** A prefix under which the whole program is served, already encoded. */
  readonly basePath?: string;
  /** Values for parameters that are not given, such as the locale of the request. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly defaultLocale?: string;
}

/** Adds as much in front of the path as is asked for, or more where the route lives elsewhere. */
export function placeUrl(
  path: string,
  routeHost: string,
  route: Route,
  context: UrlContext,
  asked: UrlReference,
): string {
  let reference = asked;
  let { scheme, host } = context;
  const [firstScheme] = route.schemes;
  if (firstScheme !== undefined && !route.schemes.includes(scheme)) {
    reference = 'absolute-url';
    scheme = firstScheme;
  }
  if (routeHost !== '' && routeHost !== host) {
    host = routeHost;
    if (reference !== 'absolute-url') reference = 'network-path';
  }
  if (reference === 'relative-path') return relativePath(context.path ?? '/', path);
  const base = context.basePath ?? '';
  if (reference === 'absolute-path' || host === '') return base + path;
  const authority = `//${host}${portOf(scheme, context)}`;
  return `${reference === 'network-path' || scheme === '' ? '' : `${scheme}:`}${authority}${base}${path}`;
}

function portOf(scheme: string, { httpPort = 80, httpsPort = 443 }: UrlContext): string {
  if (scheme === 'http' && httpPort !== 80) return `:${httpPort}`;
  return scheme === 'https' && httpsPort !== 443 ? `:${httpsPort}` : '';
}
