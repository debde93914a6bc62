import type { IncomingMessage } from 'node:http';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { exchangeOf } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { functionName, placeOf, rememberPlace } from './handler-places.ts';

/** Records errors that Koa answers. Its middleware is called by `koa-compose`. */
export const koaLibrary: LibraryWatch<object> = {
  name: 'koa',
  majors: [3],
  tested: '3.0–3.3',
  files: {
    'lib/context.js': { expression: '{}', calls: [{ line: 'onerror (err) {', call: 'fail(this, err)' }] },
  },
  watch(_, { version }) {
    framework = `Koa ${version}`;
    return {
      fail({ req }: KoaContext, error: unknown) {
        // Koa passes a completed response without an error as well.
        if (error !== undefined && error !== null) exchangeOf(req)?.fail(error);
      },
    };
  },
};

/** Records the middleware of Koa, and handlers of its router. */
export const koaComposeLibrary: LibraryWatch<object> = {
  name: 'koa-compose',
  majors: [4],
  tested: '4.2',
  files: {
    'index.js': {
      expression: '{}',
      calls: [
        {
          line: 'if (i === middleware.length) fn = next',
          condition: 'i < middleware.length',
          call: 'enter(fn, context)',
        },
      ],
    },
  },
  watch: () => ({ enter: enterMiddleware }),
};

const ENTER_LAYER_12 = { line: 'ctx.captures = layer.captures(path, ctx.captures);', call: 'enter(layer, ctx)' };
const ROUTER_15 = {
  expression: '{}',
  calls: [
    { line: 'constructor(path, methods, middleware, options = {}) {', call: 'register(middleware)' },
    { line: 'routerContext.captures = layer.captures(requestPath);', call: 'enter(layer, routerContext)' },
  ],
};

/** Records the routes of `@koa/router`. */
export const koaRouterLibrary: LibraryWatch<object> = {
  name: '@koa/router',
  majors: [12, 13, 14, 15],
  tested: '12.0–15.7',
  files: {
    'lib/layer.js': { expression: '{}', calls: [{ line: 'this.opts = opts;', call: 'register(middleware)' }] },
    'lib/router.js': { expression: '{}', calls: [ENTER_LAYER_12] },
    'dist/index.js': ROUTER_15,
    'dist/index.mjs': ROUTER_15,
  },
  watch: () => ({
    register: (middleware: unknown) => rememberPlace([middleware].flat().at(-1)),
    enter: enterLayer,
  }),
};

interface KoaContext {
  readonly req: IncomingMessage;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Layer {
  readonly path: string | RegExp;
  readonly methods: readonly string[];
  readonly stack: readonly Middleware[];
}

type Middleware = (...args: never[]) => unknown;

let framework = 'Koa';
const routes = new WeakMap<Exchange, Layer>();

function enterMiddleware(middleware: Middleware, context: KoaContext): void {
  const exchange = exchangeOf(context.req)?.setFramework(framework, context);
  if (exchange === undefined) return;
  const layer = routes.get(exchange);
  const isHandler = layer !== undefined && layer.stack.at(-1) === middleware;
  if (isHandler) {
    exchange.setRoute(String(layer.path), placeOf(middleware));
    exchange.params = { ...context.params };
  }
  exchange.enterCall(isHandler ? 'handler' : 'middleware', functionName(middleware));
}

// The router puts a function of its own before those of each layer. A layer without methods is middleware.
function enterLayer(layer: Layer, { req }: KoaContext): void {
  const exchange = exchangeOf(req);
  exchange?.withdrawCall();
  if (exchange && layer.methods.length > 0) routes.set(exchange, layer);
}
