import type { LibraryWatch } from '../loading/library-watch.ts';
import { currentExchange, getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { copyPlace, readName, findHandler, rememberPlace } from './handler-places.ts';

const COMPOSE = [
  { line: 'context.req.routeIndex = i;', call: 'enter(context, middleware[i][0])' },
  { line: 'context.error = err;', call: 'fail(context, err)' },
];
// An application calls a route without middleware itself.
const APPLICATION = [
  { line: 'app.routes.map((r) => {', call: 'mount(r)' },
  { line: 'this.routes.push(r);', call: 'register(r)' },
  { line: 'if (matchResult[0].length === 1) {', call: 'enter(c, matchResult[0][0][0])' },
  { line: ['#handleError(err, c) {', 'handleError(err, c) {'], call: 'fail(c, err)' },
];

/** Records routes, middleware and errors of Hono. */
export const honoLibrary: LibraryWatch<object> = {
  name: 'hono',
  majors: [4],
  tested: '4.0–4.13',
  files: {
    'dist/compose.js': COMPOSE,
    'dist/cjs/compose.js': COMPOSE,
    'dist/hono-base.js': APPLICATION,
    'dist/cjs/hono-base.js': APPLICATION,
  },
  watch(_, { version }) {
    framework = `Hono ${version}`;
    return { enter, fail, mount, register };
  },
};

interface HonoContext {
  readonly env?: { readonly incoming?: object };
  readonly req: { param(): Readonly<Record<string, unknown>> };
  readonly var?: object;
}

interface Route {
  readonly path: string;
  readonly handler: Handler;
}

type Handler = (...args: never[]) => unknown;

let framework = 'Hono';
let mounted: Route | undefined;
const wrapped = new WeakMap<Handler, Handler>();

function enter(context: HonoContext, [handler, route]: readonly [Handler, Route]): void {
  const exchange = identify(context);
  if (exchange === undefined) return;
  const called = wrapped.get(handler) ?? handler;
  // As `inspectRoutes` of Hono does: middleware takes `next`.
  if (called.length > 1) return exchange.enterCall('middleware', readName(called), findHandler(route));
  exchange.setRoute(route.path, findHandler(route));
  exchange.params = { ...context.req.param() };
  exchange.enterCall('handler', readName(called), findHandler(route));
}

function fail(context: HonoContext, error: unknown): void {
  identify(context)?.fail(error);
}

function identify(context: HonoContext): Exchange | undefined {
  const { incoming } = context.env ?? {};
  const exchange = (incoming && getExchange(incoming)) ?? currentExchange();
  return exchange?.setFramework(framework, context, readVariables);
}

function readVariables(context: HonoContext): object {
  return context.var ?? {};
}

// `app.route()` declares each route of a nested application again, and wraps its handlers if it handles errors.
function mount(route: Route): void {
  mounted = route;
}

function register(route: Route): void {
  if (mounted === undefined) return rememberPlace(route);
  copyPlace(mounted, route);
  const { handler } = mounted;
  if (route.handler !== handler) wrapped.set(route.handler, wrapped.get(handler) ?? handler);
  mounted = undefined;
}
