import type { Compared } from './compare.ts';
import type { Exchange } from './exchange.ts';

/** A difference on purpose: why there is one, and what it makes of the reference's answer. */
export interface Difference {
  readonly because: string;
  readonly change: (expected: Compared, got: Compared, exchange: Exchange) => void;
}

/** The words of routing. */
export function noRoute(method: string, path: string): string {
  return `No route found for "${method} http://localhost${path}"`;
}

/** An error of routing. */
export function problem(expected: Compared, status: number, detail: string): void {
  expected.status = status;
  expected.headers = {
    'content-type': 'application/problem+json',
    vary: ['accept'],
    'cache-control': ['no-cache', 'private'],
  };
  expected.body = { detail };
}

/** An error of an operation, with what stands on all its answers; tells what is wrong by name, or in words. */
export function refused(
  expected: Compared,
  status: number,
  told: { readonly wrong: readonly string[] } | { readonly detail: string },
  { line, server }: Exchange,
): void {
  problem(expected, status, '');
  const [prefix, types] = server === 'newer' ? ['', NEWER_TYPES] : ['/api', TYPES];
  const item = /\/books\/\d/.test(line);
  Object.assign(expected.headers, {
    vary: line.startsWith('GET ') ? ['accept', 'authorization', 'content-type', 'origin'] : ['accept'],
    link: [`<http://localhost${prefix}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`],
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'deny',
    ...(item ? { 'accept-patch': patchTypes(server) } : line.includes('/books') ? { 'accept-post': types } : {}),
  });
  expected.body = told;
}

/** What can be sent to a collection. */
export const TYPES: readonly string[] = ['application/json', 'application/ld+json'];
export const NEWER_TYPES: readonly string[] = [
  'application/hal+json',
  'application/json',
  'application/ld+json',
  'application/prs.hal-forms+json',
  'application/vnd.api+json',
];

/** What an item can be patched with. */
export function patchTypes(server: Exchange['server']): string[] {
  return [
    'application/json-patch+json',
    'application/merge-patch+json',
    ...(server === 'newer' ? ['application/vnd.api+json'] : []),
  ];
}
