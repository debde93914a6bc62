import type { IncomingMessage } from 'node:http';
import { ownValue } from 'oriel-core/errors';
import type { InsertedCall, LibraryWatch } from '../loading/library-watch.ts';
import { getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { readName } from './handler-places.ts';

const EXECUTE = 'return route.middleware.runner().errorHandler((error) => errorResponder(error, ctx)).finalHandler';
const ROUTE_CALLS: readonly InsertedCall[] = [
  { line: [`${EXECUTE}(() => {`, `${EXECUTE}(async () => {`], optional: true, call: 'handle(ctx, route)' },
  { line: '}).run(async (middleware, next) => {', optional: true, call: 'enter(ctx, middleware)' },
];

/** Records routes, middleware and errors of AdonisJS. The names of its files change with each version. */
export const adonisLibrary: LibraryWatch<object> = {
  name: '@adonisjs/http-server',
  majors: [7, 8, 9],
  tested: '7.8, 9.3',
  files: {},
  bundled: [
    {
      marker: /#requestErrorResponder = /,
      calls: [
        { line: 'ctx.routeKey = route.routeKey;', call: 'match(ctx)' },
        { line: 'debug_default("executing middleware %s", fn.name);', optional: true, call: 'enter(ctx, fn)' },
        { line: '#requestErrorResponder = async (error, ctx) => {', call: 'fail(ctx, error)' },
        ...ROUTE_CALLS,
      ],
    },
    { marker: /^function execute\(route, resolver, ctx, errorResponder\)/m, calls: ROUTE_CALLS },
  ],
  watch(_, { version }) {
    framework = `AdonisJS ${version}`;
    return { match, enter, handle, fail };
  },
};

interface AdonisContext {
  readonly request: { readonly request: IncomingMessage };
  readonly params?: Readonly<Record<string, unknown>>;
  readonly route?: { readonly pattern: string };
}

let framework = 'AdonisJS';

function match(context: AdonisContext): void {
  const exchange = identify(context);
  if (exchange === undefined || context.route === undefined) return;
  exchange.setRoute(context.route.pattern);
  exchange.params = { ...context.params };
}

function enter(context: AdonisContext, middleware: object): void {
  identify(context)?.enterCall('middleware', describeHandler(middleware));
}

function handle(context: AdonisContext, { handler }: { readonly handler: object }): void {
  identify(context)?.enterCall('handler', describeHandler(handler));
}

// The error of AdonisJS for a path without a route is not one of the application.
function fail(context: AdonisContext, error: unknown): void {
  const code = typeof error === 'object' && error !== null ? ownValue(error, 'code') : undefined;
  if (code !== 'E_ROUTE_NOT_FOUND' || context.route !== undefined) identify(context)?.fail(error);
}

// A controller has a reference, such as `#controllers/users.show`, or a class that is imported later and the name of a method.
function describeHandler(handler: object): string {
  const reference = ownValue(handler, 'reference');
  if (typeof reference === 'string') return reference;
  const method: unknown = Array.isArray(reference) ? reference.at(-1) : undefined;
  const name = readName(handler);
  return typeof method === 'string' && name !== '' && !name.endsWith(method) ? `${name}.${method}` : name;
}

function identify(context: AdonisContext): Exchange | undefined {
  return getExchange(context.request.request)?.setFramework(framework, context);
}
