/** Compares the router with recorded cases of the reference router: matching, URL generation and path syntax. */
import { isDeepStrictEqual } from 'node:util';
import {
  InvalidParameterError,
  MethodNotAllowedError,
  MissingMandatoryParametersError,
  NoConfigurationError,
  ResourceNotFoundError,
  RouteDefinitionError,
  RouteNotFoundError,
} from '../../packages/host/src/routing/routing-errors.ts';
import { RedirectableUrlMatcher } from '../../packages/host/src/routing/redirectable-url-matcher.ts';
import { Route } from '../../packages/host/src/routing/route-definition.ts';
import { RouteCollection } from '../../packages/host/src/routing/route-collection.ts';
import { UrlGenerator } from '../../packages/host/src/routing/url-generator.ts';
import { UrlMatcher } from '../../packages/host/src/routing/url-matcher.ts';
import type {
  RequestContext,
  RouteMatch,
  RouteRedirect,
  RouteDefinition,
} from '../../packages/host/src/routing/route-definition.ts';
import type { UrlReference } from '../../packages/host/src/routing/url-reference.ts';
import type { Failure, Suite, Outcome } from './run.ts';

export const suite: Suite = {
  file: new URL('./routing.json', import.meta.url),
  run: (vectors) => runRouting(vectors as Vectors),
};

interface Vectors {
  readonly compile?: readonly CompileCase[];
  readonly tables?: readonly Table[];
}

interface CompileCase {
  readonly path: string;
  readonly requirements: Readonly<Record<string, string>>;
  readonly expect: {
    ok?: true;
    normalizedPath?: string;
    variables?: string[];
    staticPrefix?: string;
    message?: string;
  };
}

interface Table {
  readonly id: string;
  readonly table: readonly RouteDefinition[];
  readonly requests?: readonly MatchCase[];
  readonly generation?: readonly GenerationCase[];
}

interface MatchCase {
  readonly method: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly port?: number;
  readonly expect: unknown;
  readonly expectWithoutRedirectSupport?: unknown;
  readonly httpMessage?: string;
}

interface GenerationCase {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly referenceType: keyof typeof references;
  readonly context: GenerationContext;
  readonly strictRequirements?: boolean | null;
  readonly expect: unknown;
}

interface GenerationContext {
  readonly scheme?: string;
  readonly host?: string;
  readonly httpPort?: number;
  readonly httpsPort?: number;
  readonly pathInfo?: string;
  readonly baseUrl?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly defaultLocale?: string;
}

const references = {
  ABSOLUTE_PATH: 'absolute-path',
  ABSOLUTE_URL: 'absolute-url',
  NETWORK_PATH: 'network-path',
  RELATIVE_PATH: 'relative-path',
} as const satisfies Record<string, UrlReference>;

function runRouting({ compile = [], tables = [] }: Vectors): Outcome {
  const failures: Failure[] = [];
  const counts = { match: 0, generation: 0, compile: 0 };
  let passed = 0;
  const check = (
    category: keyof typeof counts,
    id: string,
    request: string,
    expected: unknown,
    actual: unknown,
  ): void => {
    counts[category]++;
    if (isDeepStrictEqual(plain(actual), plain(expected))) passed++;
    else failures.push({ id, request, expected, actual });
  };

  for (const one of compile)
    check('compile', 'compile', `${one.path} ${JSON.stringify(one.requirements)}`, toExpected(one), compileOne(one));
  for (const { id, table, requests = [], generation = [] } of tables) {
    const routes = getCollection(table);
    if (routes instanceof Error) {
      failures.push({ id, request: 'the table', expected: `${table.length} routes`, actual: routes.message });
      continue;
    }
    const matcher = new RedirectableUrlMatcher(routes);
    const plainMatcher = new UrlMatcher(routes);
    const generator = new UrlGenerator(routes);
    for (const one of requests) {
      const request = `${one.method} ${one.scheme}://${one.host}${one.path}`;
      check('match', id, request, matchExpectation(one), matchBoth(matcher, plainMatcher, one));
    }
    for (const one of generation)
      check('generation', id, `${one.name} ${JSON.stringify(one.params)}`, one.expect, generateOne(generator, one));
  }
  return { passed, failures, counts };
}

// A table that the router rejects is one failure, and does not stop the run.
function getCollection(table: readonly RouteDefinition[]): RouteCollection | Error {
  try {
    return new RouteCollection(table);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function matchExpectation(one: MatchCase): unknown {
  // Members that the recording does not have are not compared.
  const plainExpectation = one.expectWithoutRedirectSupport ?? one.expect;
  return {
    expect: one.expect,
    plain: plainExpectation,
    ...(one.httpMessage === undefined ? {} : { message: one.httpMessage }),
  };
}

function matchBoth(matcher: RedirectableUrlMatcher, plainMatcher: UrlMatcher, one: MatchCase): unknown {
  const context = getContext(one);
  const expect = getOutcome(() => matcher.match(context));
  const result = { expect, plain: getOutcome(() => plainMatcher.match(context)) };
  return one.httpMessage === undefined ? result : { ...result, message: httpMessage(one, expect) };
}

function getContext({ method, scheme, host, path, port }: MatchCase): RequestContext {
  const mark = path.indexOf('?');
  const base = {
    method,
    scheme,
    host,
    path: mark < 0 ? path : path.slice(0, mark),
    query: mark < 0 ? '' : path.slice(mark + 1),
  };
  if (port === undefined) return base;
  return scheme === 'https' ? { ...base, httpsPort: port } : { ...base, httpPort: port };
}

function getOutcome(match: () => RouteMatch | RouteRedirect): Record<string, unknown> {
  try {
    const found = match();
    const route = found.route.canonicalName;
    if ('redirect' in found) return { redirect: { status: found.status, location: found.redirect, route } };
    return { route, params: found.params };
  } catch (error) {
    if (error instanceof NoConfigurationError) return { notFound: error.message, noConfiguration: true };
    if (error instanceof ResourceNotFoundError) return { notFound: error.message };
    if (error instanceof MethodNotAllowedError) return { methodNotAllowed: error.allowedMethods };
    return { threw: String(error) };
  }
}

/** Returns the message of the HTTP error. It is composed here, because core/routing does not depend on HTTP. */
function httpMessage(one: MatchCase, outcome: Record<string, unknown>): string {
  const { path } = getContext(one);
  const port = one.port === undefined ? '' : `:${one.port}`;
  const message = `No route found for "${one.method.toUpperCase()} ${one.scheme}://${one.host}${port}${path === '' ? '/' : path}"`;
  const allowed = outcome.methodNotAllowed;
  return Array.isArray(allowed) ? `${message}: Method Not Allowed (Allow: ${allowed.join(', ')})` : message;
}

function generateOne(generator: UrlGenerator, one: GenerationCase): unknown {
  const { pathInfo = '/', baseUrl = '', scheme = 'http', host = 'localhost', ...others } = one.context;
  try {
    const url = generator.generate(one.name, one.params, {
      reference: references[one.referenceType],
      context: { scheme, host, path: pathInfo, basePath: baseUrl, ...others },
      ...(one.strictRequirements === undefined ? {} : { strictRequirements: one.strictRequirements }),
    });
    return { url };
  } catch (error) {
    if (error instanceof RouteNotFoundError) return { error: 'RouteNotFound', message: error.message };
    if (error instanceof MissingMandatoryParametersError)
      return { error: 'MissingMandatoryParameters', message: error.message };
    if (error instanceof InvalidParameterError) return { error: 'InvalidParameter', message: error.message };
    return { threw: String(error) };
  }
}

function compileOne({ path, requirements }: CompileCase): unknown {
  try {
    const route = new Route({ name: 'compiled', path, requirements });
    const { pathVariables, staticPrefix } = route.compiled;
    return { ok: true, normalizedPath: route.path, variables: pathVariables, staticPrefix };
  } catch (error) {
    if (error instanceof RouteDefinitionError) return { message: error.message };
    return { threw: String(error) };
  }
}

/** The reference has other error classes, so only messages are compared. */
function toExpected({ expect }: CompileCase): unknown {
  return expect.ok ? expect : { message: expect.message };
}

/** Converts a value to JSON and back, which removes prototypes and shared references. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
