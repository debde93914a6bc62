/** Compares the table, the trie, the scanner and the linear matcher with a naive matcher. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MethodNotAllowedError, ResourceNotFoundError } from './routing-errors.ts';
import { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
import { RouteCollection } from './route-collection.ts';
import { UrlMatcher } from './url-matcher.ts';
import type { RequestContext, RouteMatch, RouteDefinition } from './route-definition.ts';

/** Tries one regular expression per route, in the order of declaration. */
class NaiveMatcher {
  readonly #routes: readonly {
    route: RouteDefinition;
    expression: RegExp;
    endsWithSlash: boolean;
    endsWithParameter: boolean;
  }[];

  constructor(routes: readonly RouteDefinition[]) {
    this.#routes = [...routes]
      .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0))
      .map((route) => ({
        route,
        expression: toExpression(route),
        endsWithSlash: route.path !== '/' && route.path.endsWith('/'),
        endsWithParameter: /\}\/?$/.test(route.path),
      }));
  }

  /** Returns `again` if a GET request should be matched again with or without the slash. */
  match({ method, path }: RequestContext, mayRedirect: boolean): unknown {
    const allowed = new Set<string>();
    const trimmed = path.replace(/\/+$/, '') || '/';
    for (const { route, expression, endsWithSlash, endsWithParameter } of this.#routes) {
      let found = expression.exec(path);
      if (!found) continue;
      let keepsSlash = trimmed !== path && endsWithParameter;
      const last = found.at(-1);
      if (keepsSlash && (endsWithSlash || last === undefined || (last !== '' && !last.endsWith('/')))) {
        const shorter = expression.exec(trimmed);
        if (shorter && endsWithSlash) found = shorter;
        else if (shorter) keepsSlash = false;
      }
      const methods = route.methods ?? [];
      if (path !== '/' && !keepsSlash && endsWithSlash === (trimmed === path)) {
        if (mayRedirect && (methods.length === 0 || methods.includes('GET'))) return 'again';
        continue;
      }
      if (methods.length > 0 && !methods.includes(method)) {
        for (const one of methods) allowed.add(one);
        continue;
      }
      return { name: route.name, params: { ...route.defaults, ...definedOnly(found.groups ?? {}) } };
    }
    if (allowed.size > 0) return [...allowed];
    return 'nothing';
  }
}

function toExpression({ path, requirements = {}, defaults = {} }: RouteDefinition): RegExp {
  const tokens = path
    .replace(/(?!^)\/$/, '')
    .split(/(\/?\{\w+\})/)
    .filter((token) => token !== '');
  let source = '';
  let close = '';
  let isTail = !/(?!^)\/$/.test(path);
  for (const token of tokens.reverse()) {
    const name = /\{(\w+)\}/.exec(token)?.[1];
    if (name === undefined) {
      isTail = false;
      source = token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + source;
      continue;
    }
    const next = /^(?:\\)?([-._~])/.exec(source)?.[1] ?? '';
    const group = `(?<${name}>${requirements[name] ?? `[^/${next === '-' ? '\\-' : next}]+`})`;
    isTail &&= name in defaults;
    const pathPart = (token.startsWith('/') ? '/' : '') + group;
    source = isTail ? `(?:${pathPart}${source}${close})?` : pathPart + source;
  }
  return new RegExp(`^${source}/?$`, 'us');
}

function definedOnly(groups: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function outcome(match: () => RouteMatch): unknown {
  try {
    const { route, params } = match();
    return { name: route.name, params: { ...params } };
  } catch (error) {
    if (error instanceof MethodNotAllowedError) return [...error.allowedMethods];
    if (error instanceof ResourceNotFoundError) return 'nothing';
    throw error;
  }
}

const word = fc.constantFrom('a', 'b', 'ab', 'x-y', '7', 'é');
const requirement = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  '\\d+',
  '[a-z]+',
  '.+',
  '[^/]+',
  'a|ab',
  '[ab]{1,2}',
);
const segment = fc.oneof(
  word.map((text) => ({ text, requirement: undefined as string | undefined })),
  requirement.map((one) => ({ text: '{}', requirement: one })),
  fc
    .tuple(fc.constantFrom('a{}', '{}-{}', '{}.b', '{}~{}', 'x{}'), requirement)
    .map(([text, one]) => ({ text, requirement: one })),
);
const definition = fc.record({
  segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
  slash: fc.boolean(),
  hasDefault: fc.boolean(),
  methods: fc.constantFrom(undefined, undefined, ['GET'], ['POST', 'PUT']),
  priority: fc.constantFrom(0, 0, 0, 1, -1),
});
const table = fc.array(definition, { minLength: 1, maxLength: 8 }).map((list) =>
  list.map(({ segments, slash, hasDefault, methods, priority }, index): RouteDefinition => {
    let count = 0;
    const requirements: Record<string, string> = {};
    const parts = segments.map((one) =>
      one.text.replaceAll('{}', () => {
        const name = `p${count++}`;
        if (one.requirement !== undefined) requirements[name] = one.requirement;
        return `{${name}}`;
      }),
    );
    // A first parameter that may be left out keeps its slash, which the naive matcher does not support.
    const isLastWhole = segments.length > 1 && segments.at(-1)?.text === '{}' && segments[0]?.text !== '{}';
    const defaults = hasDefault && isLastWhole && !slash ? { [`p${count - 1}`]: 'd' } : {};
    const path = `/${parts.join('/')}${slash ? '/' : ''}`;
    return { name: `r${index}`, path, requirements, defaults, priority, ...(methods ? { methods } : {}) };
  }),
);
const requestPath = fc
  .tuple(
    fc.array(fc.oneof(word, fc.constantFrom('a-b', 'a.b', 'a~b', 'xa', 'aa', '12', 'a-b-c')), { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([parts, slash]) => `/${parts.join('/')}${slash && parts.length > 0 ? '/' : ''}`);

test('a route table matches every path like the naive matcher', () => {
  fc.assert(
    fc.property(
      table,
      fc.array(requestPath, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('GET', 'POST'),
      (routes, paths, method) => {
        const collection = new RouteCollection(routes);
        const matcher = new UrlMatcher(collection);
        const redirectable = new RedirectableUrlMatcher(collection);
        const naive = new NaiveMatcher(routes);
        for (const path of paths) {
          const context = { method, scheme: 'http', host: 'h', path, query: '' };
          assert.deepEqual(
            outcome(() => matcher.match(context)),
            naive.match(context, false),
            path,
          );

          let expected = naive.match(context, method === 'GET');
          const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
          if ((expected === 'again' || expected === 'nothing') && method === 'GET' && path !== '/') {
            expected = naive.match({ ...context, path: other }, true);
            // Once the slash has been changed, only a match counts.
            if (typeof expected === 'string' || Array.isArray(expected)) expected = 'nothing';
          }
          assert.deepEqual(
            outcome(() => redirectable.match(context)),
            expected,
            `${path} with redirects`,
          );
        }
      },
    ),
    { numRuns: 2000 },
  );
});
