import type { ResourceRegistry } from '../build/resource-registry.ts';
import { changesItem } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';
import type { Components, Reference } from './components.ts';

/** The documented response headers of operations, by the names of their components. */
export const HEADERS = {
  ETag: 'The entity tag of the response (RFC 9110 §8.8.3).',
  'Last-Modified': 'The time of the last change of the item (RFC 9110 §8.8.2).',
  Location: 'The path of the created item (RFC 9110 §10.2.2).',
  'Content-Location': 'The path of the representation in the response (RFC 9110 §8.7).',
  Link: 'Links to the documentation, to other pages of a list (first, prev, next, last) and to declared resources (RFC 8288).',
  'X-Total-Count': 'The number of items on all pages.',
  'Accept-Patch': 'The media types that PATCH accepts at this path (RFC 5789).',
  'Accept-Post': 'The media types that POST accepts at this path.',
  'Accept-Encoding': 'The accepted content codings of request bodies (RFC 9110 §12.5.3).',
  'Accept-Query': 'The media types that QUERY accepts at this path (RFC 10008).',
  'Accept-Ranges': 'The unit of ranges (RFC 9110 §14.3).',
  'Content-Range': 'The range in the response (RFC 9110 §14.4).',
  'Content-Disposition': 'The name of the file, and whether to save it (RFC 6266).',
  'Preference-Applied': 'The preferences of the request that were applied (RFC 7240).',
  Deprecation: 'The date since which the operation is deprecated (RFC 9745).',
  Sunset: 'The date from which the operation is no longer available (RFC 8594).',
  'WWW-Authenticate': 'The accepted authentication schemes (RFC 9110 §11.6.1).',
  RateLimit: 'The remaining requests and the seconds until the limit resets (draft-ietf-httpapi-ratelimit-headers).',
  'RateLimit-Policy': 'The number of allowed requests and the window in seconds.',
  'Retry-After': 'The number of seconds to wait before the next request.',
} as const;

const INTEGERS: readonly HeaderName[] = ['X-Total-Count', 'Retry-After'];

export type HeaderName = keyof typeof HEADERS;

/** Returns references to response headers. */
export function referToHeaders(components: Components, ...names: readonly HeaderName[]): Record<string, Reference> {
  const refer = (name: HeaderName): Reference => {
    const type = INTEGERS.includes(name) ? 'integer' : 'string';
    return components.add('headers', name, name, () => ({ description: HEADERS[name], schema: { type } }));
  };
  return Object.fromEntries(names.map((name) => [name, refer(name)]));
}

/** Returns the headers of a successful response. */
export function successHeaders(operation: Operation, registry: ResourceRegistry): HeaderName[] {
  const { kind, resource, output, responseOptions: answers } = operation;
  // A custom operation that changes its item may return it.
  const isItem =
    kind === 'get' ||
    supportsMinimalReturn(operation) ||
    (kind === 'custom' && changesItem(operation) && output === undefined);
  const sent: Readonly<Partial<Record<HeaderName, boolean>>> = {
    ETag: (kind === 'list' || isItem) && answers.tagSource !== undefined,
    'Last-Modified': isItem && answers.lastModified !== undefined,
    Location: kind === 'create',
    'Content-Location': isItem || (kind === 'list' && operation.method === 'QUERY'),
    Link: true,
    'X-Total-Count': kind === 'list' && (resource.page.count || resource.page.by === 'none'),
    'Preference-Applied': supportsMinimalReturn(operation),
  };
  const names = (Object.keys(sent) as HeaderName[]).filter((name) => sent[name]);
  return [...names, ...commonHeaders(operation, registry)];
}

/** The headers of a file. */
export const FILE_HEADERS = ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Disposition'] as const;

/** Returns the headers of every response of an operation, errors included. */
export function commonHeaders(operation: Operation, registry: ResourceRegistry): HeaderName[] {
  const { headers, deprecation } = operation.responseOptions;
  const names = [...headers, ...(deprecation?.headers ?? [])].filter((_, index) => index % 2 === 0);
  return [...names.filter((name): name is HeaderName => name in HEADERS), ...rateLimitHeaders(operation, registry)];
}

/** Returns the rate limit headers; none when the operation has no rate limit. */
export function rateLimitHeaders(operation: Operation, { host }: ResourceRegistry): HeaderName[] {
  return host.isRateLimited?.(operation) ? ['RateLimit', 'RateLimit-Policy'] : [];
}

/** Whether the operation supports `Prefer: return=minimal` (RFC 7240 §4.2). */
export function supportsMinimalReturn({ kind }: Operation): boolean {
  return kind === 'create' || kind === 'replace' || kind === 'patch';
}
