import type { CorsConfig } from 'oriel-host';
import type { PageRequest, Rule } from './cors-model.ts';

/** One case: a rule for its own path, and a request that a page sends there twice. */
export interface Case {
  readonly id: number;
  readonly rule: Rule;
  readonly request: PageRequest;
}

/** Returns 300 different cases for two origins, the same in every run. */
export function casesFor(listed: string, unlisted: string): Case[] {
  const random = generator(20_261_121);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const cases: Case[] = [];
  const seen = new Set<string>();
  while (cases.length < 300) {
    const id = cases.length;
    const anyOrigin = random() < 0.2;
    const credentials = !anyOrigin && random() < 0.5;
    const origins = pick(ORIGINS);
    const rule: Rule = {
      path: `/case-${id}`,
      anyOrigin,
      credentials,
      allowsOrigin: anyOrigin ? () => true : (origin) => (origins === 'none' ? false : origin === listed),
      methods: pick<Rule['methods']>(['*', '*', EVERY, EVERY, EVERY, ['GET'], ['PUT', 'QUERY']]),
      headers: pick<Rule['headers']>(['*', '*', ALL, ALL, ['x-a', 'content-type'], []]),
      expose: pick<Rule['expose']>(
        credentials ? [[], ['x-one'], ['x-one', 'x-two', 'x-request-id']] : ['*', [], ['x-one', 'x-two']],
      ),
    };
    const request: PageRequest = {
      origin: random() < 0.85 ? listed : unlisted,
      method: methodFor(rule, pick(METHODS)),
      headers: pick(HEADERS),
      credentials: pick(['omit', 'include'] as const),
    };
    const key = JSON.stringify([{ ...rule, path: '' }, origins, request]);
    if (seen.has(key)) continue;
    seen.add(key);
    cases.push({ id, rule, request });
  }
  return cases;
}

/** Returns the CORS configuration for all cases. */
export function getCors(cases: readonly Case[], listed: string): CorsConfig {
  const { port } = new URL(listed);
  const variants: CorsConfig['origins'][] = [
    listed,
    ['https://elsewhere.example', listed],
    'http://localhost:*',
    new RegExp(`^http:\\/\\/localhost:${port}$`),
    (origin) => origin === listed,
    async (origin) => origin === listed,
  ];
  return {
    paths: cases.map(({ id, rule: { path, anyOrigin, allowsOrigin, credentials, methods, headers, expose } }) => ({
      ...{ path, credentials, methods, headers, expose },
      origins: anyOrigin ? '*' : allowsOrigin(listed) ? variants[id % variants.length]! : 'https://elsewhere.example',
    })),
  };
}

// Browsers send a lowercase method unchanged, but the HTTP parser of Node.js rejects it.
function methodFor({ methods }: Rule, method: string): string {
  return methods === '*' ? method.toUpperCase() : method;
}

const ORIGINS = ['listed', 'listed', 'listed', 'listed', 'none'] as const;
const EVERY = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];
const ALL = ['accept', 'authorization', 'content-type', 'x-a', 'x-b'];
const METHODS = ['GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'patch'];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/json' },
  { 'X-A': '1' },
  { 'X-A': '1', 'X-B': '2' },
  { Authorization: 'Bearer t', 'X-A': '1' },
  { Accept: 'application/ld+json' },
  { Accept: 'application/ld+json;profile="https://a.example"' },
  { 'Accept-Language': 'de-CH' },
];

// mulberry32, a small generator with the same numbers on every platform.
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
