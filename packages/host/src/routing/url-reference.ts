import type { Route } from './route-definition.ts';

export type UrlReference = 'absolute-path' | 'absolute-url' | 'network-path' | 'relative-path';

/** The request or page for which a URL is generated. */
export interface UrlContext {
  readonly scheme: string;
  readonly host: string;
  readonly path?: string;
  readonly httpPort?: number;
  readonly httpsPort?: number;
  /** An encoded prefix under which the application is served. */
  readonly basePath?: string;
  /** Default values of parameters, such as the locale of the request. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly defaultLocale?: string;
}

/** Builds a reference of the requested kind; returns a longer one if the route needs another scheme or host. */
export function buildReference(
  path: string,
  routeHost: string,
  route: Route,
  context: UrlContext,
  requestedReference: UrlReference,
): string {
  let reference = requestedReference;
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
  const authority = `//${host}${getPort(scheme, context)}`;
  return `${reference === 'network-path' || scheme === '' ? '' : `${scheme}:`}${authority}${base}${path}`;
}

/** Returns the port of a scheme for a URL; empty for the default port. */
export function getPort(
  scheme: string,
  { httpPort = 80, httpsPort = 443 }: Pick<UrlContext, 'httpPort' | 'httpsPort'>,
): string {
  if (scheme === 'http' && httpPort !== 80) return `:${httpPort}`;
  return scheme === 'https' && httpsPort !== 443 ? `:${httpsPort}` : '';
}

/**
 * Returns the shortest relative reference from one path to another. Both must begin with a slash and contain no `.` or `..`
 * segments.
 *
 * @example
 * relativePath('/a/b/c/d', '/a/b/c/other'); // 'other'
 * relativePath('/a/b/c/d', '/a/x/y'); // '../../x/y'
 * relativePath('/a/b', '/a/x:y'); // './x:y'
 */
export function relativePath(from: string, to: string): string {
  if (from === to) return '';
  const source = from.replace(/^\//, '').split('/').slice(0, -1);
  const target = to.replace(/^\//, '').split('/');
  const directories = target.slice(0, -1);
  let common = 0;
  while (common < source.length && common < directories.length && source[common] === directories[common]) common++;
  const path = '../'.repeat(source.length - common) + target.slice(common).join('/');

  // Without "./", a colon in the first segment would be parsed as a scheme, and an empty reference as the current page.
  const slash = path.indexOf('/');
  const colon = path.indexOf(':');
  const needsPrefix = path === '' || slash === 0 || (colon >= 0 && (slash < 0 || colon < slash));
  return needsPrefix ? `./${path}` : path;
}
