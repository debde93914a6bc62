import { isWork, toList } from '../../profile/recorded-values.ts';
import type { Profile, ProfileData, ProfileSummary } from '../../profile/profile.ts';
import { HTTP_METHOD, HTTP_ROUTE, HTTP_STATUS, SPAN_KIND } from '../semantic-conventions.ts';
import type { SpanDescription } from './profile-spans.ts';
import { URL } from 'oriel-core/builtins';
import { isGuessedRoute } from '../../profile/guessed-route.ts';

/** Describes a request as a span of an HTTP server, and a job as an internal span. Bodies and most headers are not exported. */
export function describeRequest({ summary, data }: Profile): SpanDescription {
  const { token, method, status, exception, ip, requestId, weight } = summary;
  const failed = status >= 500;
  const commonAttributes = {
    'oriel.profile': token,
    'oriel.request.id': requestId === '' ? undefined : requestId,
    'oriel.weight': weight > 1 ? weight : undefined,
    'error.type': failed ? (exception ?? String(status)) : undefined,
  };
  if (isWork(summary))
    return {
      name: `${method} ${summary.route ?? summary.path}`,
      kind: SPAN_KIND.internal,
      attributes: commonAttributes,
      failed,
    };
  const known = METHODS.has(method);
  const route = getRoute(summary.route, data);
  return {
    name: `${known ? method : 'HTTP'}${route === undefined ? '' : ` ${route}`}`,
    kind: SPAN_KIND.server,
    failed,
    attributes: {
      [HTTP_METHOD]: known ? method : '_OTHER',
      'http.request.method_original': known ? undefined : method,
      [HTTP_ROUTE]: route,
      [HTTP_STATUS]: status === 0 ? undefined : status,
      ...urlAttributes(summary),
      'client.address': ip === '' ? undefined : ip,
      'network.protocol.version': data.request?.version || undefined,
      'user_agent.original': getHeader(data, 'user-agent'),
      ...commonAttributes,
    },
  };
}

// The secrets of the URL are masked. The parser would encode the characters of the mask.
function urlAttributes({ url: text, path }: ProfileSummary): Record<string, unknown> {
  const url = URL.parse(text);
  return {
    'url.path': path,
    'url.query': /\?([^#]+)/.exec(text)?.[1],
    ...(url === null ? {} : { 'url.scheme': url.protocol.slice(0, -1), ...serverAttributes(url) }),
  };
}

/** Returns the host and the port of a URL as attributes. */
export function serverAttributes({ hostname, port, protocol }: URL): Record<string, unknown> {
  const address = hostname.replace(/^\[|\]$/g, '');
  return {
    'server.address': address === '' ? undefined : address,
    'server.port': port === '' ? DEFAULT_PORTS[protocol] : Number(port),
  };
}

// The name of a route of a host is not a template. The list of candidates has that of the route that matched.
function getRoute(name: string | undefined, { routing }: ProfileData): string | undefined {
  // `http.route` is that of a framework.
  if (isGuessedRoute(name)) return undefined;
  if (name === undefined) return undefined;
  return toList(routing?.candidates).find(({ level, route }) => level === 'yes' && route === name)?.path ?? name;
}

function getHeader({ request }: ProfileData, wanted: string): string | undefined {
  return toList(request?.headers).find(([name]) => String(name).toLowerCase() === wanted)?.[1];
}

/** The methods that the conventions list; others are `_OTHER`, because clients may send any. */
export const METHODS: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY'.split(' '),
);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
