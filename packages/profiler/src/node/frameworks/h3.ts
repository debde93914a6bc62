import type { LibraryWatch } from '../loading/library-watch.ts';
import { currentExchange, getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { copyPlace, readName, findHandler, rememberPlace } from './handler-places.ts';

/** Records routes, middleware and errors of h3. Its own tracing channel is published only by a plugin. */
export const h3Library: LibraryWatch<object> = {
  name: 'h3',
  majors: [2],
  tested: '2.0.1–2.0.8',
  files: {
    'dist/cache.mjs': {
      expression: '{}',
      calls: [
        { line: 'event.context.matchedRoute = route.data;', call: 'match(event)' },
        { line: 'base = !base || base === "/" ? "" : normalizeRoute(base).replace(/\\/$/, "");', call: 'mount(input)' },
        { line: 'addRoute(this["~rou3"], _route.method, _route.route, _route);', call: 'register(_route)' },
      ],
    },
    'dist/middleware.mjs': {
      expression: '{}',
      calls: [
        { line: 'function callLayer(fn, event, handler, inner) {', call: 'enter(event, fn)' },
        { line: 'nextCalled = true;', call: 'handle(event)' },
        { line: 'if (matcher && !matcher(event)) return next();', call: 'enterWrapped(event, input)' },
      ],
    },
    'dist/response.mjs': {
      expression: '{}',
      calls: [
        {
          line: 'function prepareResponse(val, event, config, nested) {',
          condition: 'val instanceof Error',
          call: 'fail(event, val)',
        },
      ],
    },
  },
  watch(_, { version }) {
    framework = `h3 ${version}`;
    return { match, mount, register, enter, enterWrapped, handle, fail };
  },
};

interface H3Event {
  readonly req: { readonly runtime?: { readonly node?: { readonly req?: object } } };
  readonly context: {
    readonly matchedRoute?: Route;
    readonly params?: Readonly<Record<string, unknown>>;
    readonly user?: unknown;
  };
}

interface Route {
  readonly route: string;
  readonly handler: Called;
}

type Called = (...args: never[]) => unknown;

let framework = 'h3';
let mounted: readonly Route[] = [];
const wrappers = new WeakMap<Called, boolean>();

function match(event: H3Event): void {
  const { matchedRoute, params } = event.context;
  const exchange = identify(event);
  if (exchange === undefined || matchedRoute === undefined) return;
  exchange.setRoute(matchedRoute.route, findHandler(matchedRoute));
  exchange.params = { ...params };
  handle(event);
}

// The handler follows, unless h3 enters another middleware now.
function handle(event: H3Event): void {
  const route = event.context.matchedRoute;
  if (route) identify(event)?.enterCall('handler', readName(route.handler), findHandler(route));
}

function enter(event: H3Event, middleware: Called): void {
  const exchange = identify(event);
  exchange?.withdrawCall('handler');
  if (!isWrapper(middleware)) exchange?.enterCall('middleware', readName(middleware));
}

function enterWrapped(event: H3Event, middleware: Called): void {
  identify(event)?.enterCall('middleware', readName(middleware));
}

function fail(event: H3Event, error: unknown): void {
  identify(event)?.fail(error);
}

function identify({ req, context }: H3Event): Exchange | undefined {
  const message = req.runtime?.node?.req;
  const exchange = (message && getExchange(message)) ?? currentExchange();
  return exchange?.setFramework(framework, context);
}

// h3 wraps middleware that has a path or does not take `next`. The wrapper may decide not to call it.
function isWrapper(middleware: Called): boolean {
  let result = wrappers.get(middleware);
  if (result === undefined) {
    result = /^\(event, next\) => \{\s+(?:if \(matcher && |const originalPathname = )/.test(String(middleware));
    wrappers.set(middleware, result);
  }
  return result;
}

// `app.mount()` declares each route of another application again.
function mount(input: { readonly '~routes'?: readonly Route[] }): void {
  mounted = input['~routes'] ?? [];
}

function register(route: Route): void {
  const origin = mounted.find((element) => element.handler === route.handler && route.route.endsWith(element.route));
  if (origin) copyPlace(origin, route);
  else rememberPlace(route);
}
