import type { ResourceRegistry } from '../build/resource-registry.ts';
import type { Operation } from '../model/operation.ts';

/** A response header. Its schema is a string unless `type` is set. */
export interface ResponseHeader {
  readonly description: string;
  readonly type?: 'integer';
}

/** The documented response headers of operations, by the names of their components. */
export const HEADERS = {
  ETag: { description: 'The entity tag of the response (RFC 9110 §8.8.3).' },
  'Last-Modified': { description: 'The time of the last change of the item (RFC 9110 §8.8.2).' },
  Location: { description: 'The path of the created item (RFC 9110 §10.2.2).' },
  'Content-Location': { description: 'The path of the representation in the response (RFC 9110 §8.7).' },
  Link: {
    description:
      'Links to the documentation, to other pages of a list (first, prev, next, last) and to declared resources (RFC 8288).',
  },
  'X-Total-Count': { description: 'The number of items on all pages.', type: 'integer' },
  'Accept-Patch': { description: 'The media types that PATCH accepts at this path (RFC 5789).' },
  'Accept-Post': { description: 'The media types that POST accepts at this path.' },
  'Accept-Encoding': { description: 'The accepted content codings of request bodies (RFC 9110 §12.5.3).' },
  'Accept-Query': { description: 'The media types that QUERY accepts at this path (RFC 10008).' },
  'Accept-Ranges': { description: 'The unit of ranges (RFC 9110 §14.3).' },
  'Content-Range': { description: 'The range in the response (RFC 9110 §14.4).' },
  'Content-Disposition': { description: 'The name of the file, and whether to save it (RFC 6266).' },
  'Preference-Applied': { description: 'The preferences of the request that were applied (RFC 7240).' },
  Deprecation: { description: 'The date since which the operation is deprecated (RFC 9745).' },
  Sunset: { description: 'The date from which the operation is no longer available (RFC 8594).' },
  'WWW-Authenticate': { description: 'The accepted authentication schemes (RFC 9110 §11.6.1).' },
  RateLimit: {
    description:
      'The remaining requests and the seconds until the limit resets (draft-ietf-httpapi-ratelimit-headers).',
  },
  'RateLimit-Policy': { description: 'The number of allowed requests and the window in seconds.' },
  'Retry-After': { description: 'The number of seconds to wait before the next request.', type: 'integer' },
} as const satisfies Readonly<Record<string, ResponseHeader>>;

export type HeaderName = keyof typeof HEADERS;

/** Returns the headers of a successful response. */
export function successHeaders(operation: Operation, registry: ResourceRegistry): HeaderName[] {
  const { kind, resource, responseOptions: answers } = operation;
  const tagged = kind !== 'custom' && kind !== 'bulk' && kind !== 'delete' && answers.tagSource !== undefined;
  const single = kind === 'get' || supportsMinimalReturn(operation);
  const names: [HeaderName, boolean][] = [
    ['ETag', tagged],
    ['Last-Modified', single && answers.lastModified !== undefined],
    ['Location', kind === 'create'],
    ['Content-Location', single || (kind === 'list' && operation.method === 'QUERY')],
    ['Link', true],
    ['X-Total-Count', kind === 'list' && (resource.page.count || resource.page.by === 'none')],
    ['Preference-Applied', supportsMinimalReturn(operation)],
  ];
  return [...names.flatMap(([name, isSent]) => (isSent ? [name] : [])), ...commonHeaders(operation, registry)];
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
