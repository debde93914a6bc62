import type { NormalizedResponse } from './compare.ts';
import type { Exchange } from './exchange.ts';

/** An intended difference: its reason, and a function that applies it to the response of the reference. */
export interface Difference {
  readonly because: string;
  readonly change: (expected: NormalizedResponse, actual: NormalizedResponse, exchange: Exchange) => void;
}

/** Returns the message of a routing error. */
export function noRouteMessage(method: string, path: string): string {
  return `No route found for "${method} http://localhost${path}"`;
}

/** Changes a response to a problem document of routing. */
export function changeToRoutingProblem(expected: NormalizedResponse, status: number, detail: string): void {
  expected.status = status;
  expected.headers = {
    'content-type': 'application/problem+json',
    vary: ['accept'],
    'cache-control': ['no-cache', 'private'],
  };
  expected.body = { detail };
}

/** Changes a response to a problem document of an operation, with the headers of all its responses. */
export function changeToProblem(
  expected: NormalizedResponse,
  status: number,
  body: { readonly wrong: readonly string[] } | { readonly detail: string },
  { line, server }: Exchange,
): void {
  changeToRoutingProblem(expected, status, '');
  const [prefix, types] = server === 'newer' ? ['', NEWER_TYPES] : ['/api', TYPES];
  const item = /\/books\/\d/.test(line);
  Object.assign(expected.headers, {
    vary: line.startsWith('GET ') ? ['accept', 'authorization', 'content-type', 'origin'] : ['accept'],
    link: [`<http://localhost${prefix}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`],
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'deny',
    ...(item ? { 'accept-patch': patchTypes(server) } : line.includes('/books') ? { 'accept-post': types } : {}),
  });
  expected.body = body;
}

/** The media types of a request body for a collection. */
export const TYPES: readonly string[] = ['application/json', 'application/ld+json'];
export const NEWER_TYPES: readonly string[] = [
  'application/hal+json',
  'application/json',
  'application/ld+json',
  'application/prs.hal-forms+json',
  'application/vnd.api+json',
];

/** Returns the media types of a PATCH request body for an item. */
export function patchTypes(server: Exchange['server']): string[] {
  return [
    'application/json',
    'application/json-patch+json',
    'application/merge-patch+json',
    ...(server === 'newer' ? ['application/vnd.api+json'] : []),
  ];
}
