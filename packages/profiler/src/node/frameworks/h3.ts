import type { InsertedCall, LibraryWatch, Observers } from '../loading/library-watch.ts';
import { currentExchange, getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { copyPlace, readName, findHandler, rememberPlace } from './handler-places.ts';

/** The calls that are inserted into h3 2, in its package and in what Nitro builds. */
export const H3_CALLS = {
  match: { line: 'event.context.matchedRoute = route.data;', call: 'match(event)' },
  next: { line: 'nextCalled = true;', call: 'handle(event)' },
  respond: {
    line: 'function prepareResponse(val, event, config, nested) {',
    condition: 'val instanceof Error',
    call: 'fail(event, val)',
  },
} satisfies Record<string, InsertedCall>;

/** Records routes, middleware and errors of h3. Its own tracing channel is published only by a plugin. */
export const h3Library: LibraryWatch<object> = {
  name: 'h3',
  majors: [2],
  tested: '2.0.1–2.0.8',
  files: {
    'dist/cache.mjs': [
      H3_CALLS.match,
      { line: 'base = !base || base === "/" ? "" : normalizeRoute(base).replace(/\\/$/, "");', call: 'mount(input)' },
      { line: 'addRoute(this["~rou3"], _route.method, _route.route, _route);', call: 'register(_route)' },
    ],
    'dist/middleware.mjs': [
      { line: 'function callLayer(fn, event, handler, inner) {', call: 'enter(event, fn)' },
      H3_CALLS.next,
      { line: 'if (matcher && !matcher(event)) return next();', call: 'enterWrapped(event, input)' },
    ],
    'dist/response.mjs': [H3_CALLS.respond],
  },
  watch: (_, { version }) => ({ ...observeH3(`h3 ${version}`, false), mount, register }),
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

let mounted: readonly Route[] = [];
const wrappers = new WeakMap<Called, boolean>();

/**
 * Returns the functions that the calls name.
 *
 * @param framework the framework and its version, as the pages name it
 * @param isNitro whether Nitro has built the application with a copy of h3
 */
export function observeH3(framework: string, isNitro: boolean): Observers {
  const identify = ({ req, context }: H3Event): Exchange | undefined => {
    const message = req.runtime?.node?.req;
    // In Nitro, requests that the application sends to itself have none of Node.js. They are a part of the request that sends them.
    const exchange = (message && getExchange(message)) ?? (isNitro ? undefined : currentExchange());
    return exchange?.setFramework(framework, context);
  };
  // The handler follows, unless h3 enters another middleware now.
  const handle = (event: H3Event): void => {
    const { matchedRoute } = event.context;
    if (matchedRoute === undefined) return;
    const name = readName(matchedRoute.handler);
    // Nitro imports handlers at their first request, by functions without a name of the application.
    const shown = isNitro && (name === '' || name === 'lazyHandler') ? matchedRoute.route : name;
    identify(event)?.enterCall('handler', shown, findHandler(matchedRoute));
  };
  return {
    handle,
    match(event: H3Event) {
      const { matchedRoute, params } = event.context;
      const exchange = identify(event);
      if (exchange === undefined || matchedRoute === undefined) return;
      exchange.setRoute(matchedRoute.route, findHandler(matchedRoute));
      exchange.params = { ...params };
      handle(event);
    },
    enter(event: H3Event, middleware: Called) {
      const exchange = identify(event);
      exchange?.withdrawCall('handler');
      if (isNitro || !isWrapper(middleware)) exchange?.enterCall('middleware', readName(middleware));
    },
    enterWrapped(event: H3Event, middleware: Called) {
      identify(event)?.enterCall('middleware', readName(middleware));
    },
    fail(event: H3Event, error: unknown) {
      identify(event)?.fail(error);
    },
  };
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
