import type { CorsConfig, CorsPathRule } from 'oriel';
import type { Asked, Rule } from './cors-model.ts';

/** One row of the table: a rule with a path of its own, and what a page asks there twice. */
export interface Case {
  readonly id: number;
  readonly rule: Rule;
  readonly asked: Asked;
}

/** Three hundred cases that differ, the same in every run, over the two origins of pages. */
export function casesFor(listed: string, stranger: string): Case[] {
  const random = generator(20_261_121);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const cases: Case[] = [];
  const seen = new Set<string>();
  while (cases.length < 300) {
    const id = cases.length;
    const everybody = random() < 0.2;
    const credentials = !everybody && random() < 0.5;
    const origins = pick(ORIGINS);
    const rule: Rule = {
      path: `/case-${id}`,
      everybody,
      credentials,
      admits: everybody ? () => true : (origin) => (origins === 'nobody' ? false : origin === listed),
      methods: pick<Rule['methods']>(['*', '*', EVERY, EVERY, EVERY, ['GET'], ['PUT', 'QUERY']]),
      headers: pick<Rule['headers']>(['*', '*', ALL, ALL, ['x-a', 'content-type'], []]),
      expose: pick<Rule['expose']>(
        credentials ? [[], ['x-one'], ['x-one', 'x-two', 'x-request-id']] : ['*', [], ['x-one', 'x-two']],
      ),
      maxAge: pick([0, 0, 600]),
    };
    const asked: Asked = {
      origin: random() < 0.85 ? listed : stranger,
      method: methodFor(rule, pick(METHODS)),
      headers: pick(HEADERS),
      credentials: pick(['omit', 'include'] as const),
    };
    const key = JSON.stringify([{ ...rule, path: '' }, origins, asked]);
    if (seen.has(key)) continue;
    seen.add(key);
    cases.push({ id, rule, asked });
  }
  return cases;
}

/** CORS rules of all cases as a host is told them. */
export function corsOf(cases: readonly Case[], listed: string): CorsConfig {
  const { port } = new URL(listed);
  const ways: CorsPathRule['origins'][] = [
    listed,
    ['https://elsewhere.example', listed],
    'http://localhost:*',
    new RegExp(`^http:\\/\\/localhost:${port}$`),
    (origin) => origin === listed,
    async (origin) => origin === listed,
  ];
  return {
    paths: cases.map(({ id, rule: { path, everybody, admits, credentials, methods, headers, expose, maxAge } }) => ({
      ...{ path, credentials, methods, headers, expose, maxAge },
      origins: everybody ? '*' : admits(listed) ? ways[id % ways.length]! : 'https://elsewhere.example',
    })),
  };
}

// Where any method may be sent, a small one leaves the browser, and no HTTP parser of Node takes it.
function methodFor({ methods }: Rule, method: string): string {
  return methods === '*' ? method.toUpperCase() : method;
}

const ORIGINS = ['listed', 'listed', 'listed', 'listed', 'nobody'] as const;
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

// mulberry32: small, and the same everywhere.
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
