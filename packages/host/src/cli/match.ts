import type { Assembly } from '../host/assembly.ts';
import type { HttpContext } from 'oriel-core/http';
import { MethodNotAllowedError } from '../routing/routing-errors.ts';
import { TraceableUrlMatcher } from '../routing/traceable-url-matcher.ts';
import type { RouteCollection } from '../routing/route-collection.ts';
import type { RouteTrace } from '../routing/traceable-url-matcher.ts';
import { defineCommand, UsageError, alignColumns, count, print, printJson, style } from 'oriel-core/cli';
import { getAssembly, loadHost } from './load-host.ts';
import { typedRequest } from './typed-request.ts';

/** `oriel-host match`: shows which route matches a request, and why the other routes do not. */
export const command = defineCommand({
  name: 'match',
  summary: 'show which route matches a request, and why the others do not',
  usage: 'match "GET /path" [file] [--host name] [--scheme https] [--json]',
  help: [
    ['--host name', 'the host name of the request (default localhost)'],
    ['--scheme https', 'http or https (default http)'],
    ['--json', 'print JSON: the request, every route and the outcome'],
  ],
  examples: [
    'oriel-host match "GET /cities/7"',
    'oriel-host match /cities/7',
    'oriel-host match "POST https://example.com/cities"',
  ],
  options: { host: { type: 'string' }, scheme: { type: 'string' }, json: { type: 'boolean' } },
  maxPositionals: 3,
  run: async ({ host: name, scheme, json }, args) => {
    const { line, file } = readArguments(args);
    const request = typedRequest({ line, host: name, scheme });
    const match = explainMatch(getAssembly(await loadHost(file)), request);
    if (json) printJson(match);
    else print(renderMatch(match));
    return match.outcome.kind === 'match' || match.outcome.kind === 'redirect' ? 0 : 1;
  },
});

/** The result of matching a request, as plain data. */
export interface MatchReport {
  readonly request: { readonly method: string; readonly url: string };
  readonly routes: readonly {
    readonly name: string;
    readonly methods: readonly string[];
    readonly path: string;
    readonly level: 'no' | 'almost' | 'yes';
    readonly reason: string;
  }[];
  readonly outcome:
    | { readonly kind: 'match'; readonly route: string; readonly params: Readonly<Record<string, unknown>> }
    | { readonly kind: 'redirect'; readonly status: number; readonly location: string; readonly route: string }
    | { readonly kind: 'method-not-allowed'; readonly status: 405; readonly allow: readonly string[] }
    | { readonly kind: 'not-found'; readonly status: 404 };
}

/** Matches a request against every route of a host. @throws {UsageError} if the condition of a route throws */
export function explainMatch({ routes: collection }: Pick<Assembly, 'routes'>, request: HttpContext): MatchReport {
  const { candidates, result } = trace(collection, request);
  const routes = candidates.map(({ route: { name, methods, path }, level, reason }) => ({
    name,
    methods,
    path,
    level,
    reason,
  }));
  return { request: { method: request.method, url: request.url }, routes, outcome: getOutcome(result) };
}

// The method and the path may also be two arguments: `match GET /cities`.
function readArguments([first, second, third]: readonly string[]): { line: string; file: string | undefined } {
  if (first === undefined) throw new UsageError('The request is missing; example: oriel-host match "GET /cities/7"');
  if (/^[A-Za-z]+$/.test(first)) {
    if (second === undefined)
      throw new UsageError(`"${first}" has no path; example: oriel-host match "${first} /cities/7"`);
    return { line: `${first} ${second}`, file: third };
  }
  if (third !== undefined) throw new UsageError(`Unexpected argument "${third}" for "oriel-host match"`);
  return { line: first, file: second };
}

function trace(collection: RouteCollection, request: HttpContext): RouteTrace {
  const matcher = new TraceableUrlMatcher(collection);
  try {
    return matcher.trace(request);
  } catch (error) {
    if (![...collection].some(({ condition }) => condition)) throw error;
    throw new UsageError(
      `The condition of a route throws for a request without headers: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

function getOutcome(result: RouteTrace['result']): MatchReport['outcome'] {
  if (result instanceof MethodNotAllowedError)
    return { kind: 'method-not-allowed', status: 405, allow: result.allowedMethods };
  if (result instanceof Error) return { kind: 'not-found', status: 404 };
  if ('redirect' in result)
    return { kind: 'redirect', status: result.status, location: result.redirect, route: result.route.name };
  return { kind: 'match', route: result.route.name, params: result.params };
}

const MARKS = { no: ['dim', 'no'], almost: ['yellow', 'almost'], yes: ['green', 'yes'] } as const;

function renderMatch({ request, routes, outcome }: MatchReport): string {
  const rows = routes.map(({ name, methods, path, level, reason }) => {
    const [colour, mark] = MARKS[level];
    return [
      `  ${style(colour, mark)}`,
      name,
      methods.join('|') || 'ANY',
      path,
      style(level === 'no' ? 'dim' : 'reset', reason),
    ];
  });
  return [
    style('bold', `${request.method} ${request.url}`),
    ...alignColumns(rows),
    '',
    describeOutcome(outcome, request.method, routes.length),
  ].join('\n');
}

function describeOutcome(outcome: MatchReport['outcome'], method: string, routeCount: number): string {
  if (outcome.kind === 'match') {
    const params = Object.entries(outcome.params).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    return `${style('green', `Route "${outcome.route}" matches`)}${params.length > 0 ? ` with ${params.join(', ')}` : ''}`;
  }
  if (outcome.kind === 'redirect')
    return `${style('cyan', `${outcome.status} redirect`)} to ${outcome.location} (route "${outcome.route}")`;
  if (outcome.kind === 'not-found')
    return `${style('red', '404 Not Found')}: none of ${count(routeCount, 'route')} matches this path`;
  if (method === 'OPTIONS')
    return `No route matches; the host responds with the allowed methods: ${outcome.allow.join(', ')}`;
  return `${style('red', '405 Method Not Allowed')}: the path exists for ${outcome.allow.join(', ')}`;
}
