import type { ResourceRegistry } from '../building/resource-registry.ts';
import type { Operation } from '../model/operation.ts';

/** A header of an answer: what it says, as text unless a type is named. */
export interface ResponseHeader {
  readonly description: string;
  readonly type?: 'integer';
}

/** The headers that answers of operations carry beside those of any HTTP message, by the names of their components. */
export const HEADERS = {
  ETag: { description: 'Names the state of what is answered (RFC 9110 §8.8.3).' },
  'Last-Modified': { description: 'When the item was changed (RFC 9110 §8.8.2).' },
  Location: { description: 'Where the item is that was created.' },
  'Content-Location': { description: 'Where what is answered lives (RFC 9110 §8.7).' },
  Link: { description: 'The documentation, the neighbours of a page (first, prev, next, last), and more (RFC 8288).' },
  'X-Total-Count': { description: 'How many items there are on all pages.', type: 'integer' },
  'Accept-Patch': { description: 'The media types read by PATCH at this path (RFC 5789).' },
  'Accept-Post': { description: 'The media types read by POST at this path.' },
  'Accept-Encoding': { description: 'The codings of bodies that are read (RFC 9110 §12.5.3).' },
  'Accept-Query': { description: 'The media types read by QUERY at this path (RFC 10008).' },
  'Preference-Applied': { description: 'What was done of Prefer (RFC 7240).' },
  Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).' },
  Sunset: { description: 'When it goes (RFC 8594).' },
  'WWW-Authenticate': { description: 'How to prove who is asking.' },
  RateLimit: {
    description: 'How many more may come, and in how many seconds more may (RateLimit of the IETF’s httpapi group).',
  },
  'RateLimit-Policy': { description: 'How many may come in how many seconds.' },
  'Retry-After': { description: 'Seconds until it is worth trying again.', type: 'integer' },
} as const satisfies Readonly<Record<string, ResponseHeader>>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of what an operation gives when all went well. */
export function successHeaders(operation: Operation, registry: ResourceRegistry): HeaderName[] {
  const { kind, resource, answers } = operation;
  const tagged = kind !== 'custom' && kind !== 'bulk' && kind !== 'delete' && answers.state !== undefined;
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
  return [...names.flatMap(([name, holds]) => (holds ? [name] : [])), ...commonHeaders(operation, registry)];
}

/** The headers of every answer of an operation. */
export function commonHeaders(operation: Operation, registry: ResourceRegistry): HeaderName[] {
  const { headers, deprecation } = operation.answers;
  const told = [...headers, ...(deprecation?.headers ?? [])].filter((_, index) => index % 2 === 0);
  return [...told.filter((name): name is HeaderName => name in HEADERS), ...rateLimitHeaders(operation, registry)];
}

/** What an answer to a request that was counted says. */
export function rateLimitHeaders(operation: Operation, { host }: ResourceRegistry): HeaderName[] {
  return host.isRateLimited?.(operation) ? ['RateLimit', 'RateLimit-Policy'] : [];
}

/** May a client say that it can do without seeing the item again? */
export function supportsMinimalReturn({ kind }: Operation): boolean {
  return kind === 'create' || kind === 'replace' || kind === 'patch';
}
