import type { IncomingMessage } from 'node:http';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { readPath } from '../routes/match-template.ts';
import { getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { readName, findHandler, rememberPlace } from './handler-places.ts';

/** Records errors that Koa answers. Its middleware is called by `koa-compose`. */
export const koaLibrary: LibraryWatch<object> = {
  name: 'koa',
  majors: [2, 3],
  tested: '2.13–2.16, 3.0–3.3',
  files: {
    'lib/context.js': [{ line: 'onerror (err) {', call: 'fail(this, err)' }],
    'lib/application.js': [{ line: 'this.middleware.push(fn)', call: 'register(fn)' }],
  },
  watch(_, { version }) {
    framework = `Koa ${version}`;
    return {
      register: rememberPlace,
      fail({ req }: KoaContext, error: unknown) {
        // Koa passes a completed response without an error as well.
        if (error !== undefined && error !== null) getExchange(req)?.fail(error);
      },
    };
  },
};

/** Records the middleware of Koa, and handlers of its router. */
export const koaComposeLibrary: LibraryWatch<object> = {
  name: 'koa-compose',
  majors: [3, 4],
  tested: '3.2, 4.1–4.2',
  files: {
    'index.js': [
      {
        line: 'if (i === middleware.length) fn = next',
        condition: 'i < middleware.length',
        call: 'enter(fn, context)',
      },
    ],
  },
  watch: () => ({ enter: enterMiddleware }),
};

const ENTER_LAYER_12 = { line: 'ctx.captures = layer.captures(path, ctx.captures);', call: 'enter(layer, ctx)' };
const ROUTER_15 = [
  { line: 'constructor(path, methods, middleware, options = {}) {', call: 'register(middleware)' },
  { line: 'routerContext.captures = layer.captures(requestPath);', call: 'enter(layer, routerContext)' },
];

const ROUTER: Pick<LibraryWatch<object>, 'files' | 'watch'> = {
  files: {
    'lib/layer.js': [{ line: ['this.opts = opts;', 'this.opts = opts || {};'], call: 'register(middleware)' }],
    'lib/router.js': [ENTER_LAYER_12],
    'dist/index.js': ROUTER_15,
    'dist/index.mjs': ROUTER_15,
  },
  watch: () => ({ register: (middleware: unknown) => [middleware].flat().forEach(rememberPlace), enter: enterLayer }),
};

/** Records the routes of `@koa/router`. */
export const koaRouterLibrary: LibraryWatch<object> = {
  name: '@koa/router',
  majors: [8, 9, 10, 11, 12, 13, 14, 15],
  tested: '8.0–15.7',
  ...ROUTER,
};

/** Records the routes of `koa-router`, the former name of that package. */
export const formerKoaRouterLibrary: LibraryWatch<object> = {
  name: 'koa-router',
  majors: [7, 8, 9, 10, 11, 12, 13, 14],
  tested: '7.4–14.0',
  ...ROUTER,
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
  const exchange = getExchange(context.req)?.setFramework(framework, context);
  if (exchange === undefined) return;
  const layer = routes.get(exchange);
  const isHandler = layer !== undefined && layer.stack.at(-1) === middleware;
  if (isHandler) {
    exchange.setRoute(String(layer.path), findHandler(middleware), readPath(context.req.url));
    exchange.params = { ...context.params };
  }
  exchange.enterCall(isHandler ? 'handler' : 'middleware', readName(middleware), findHandler(middleware));
}

// The router puts a function of its own before those of each layer. A layer without methods is middleware.
function enterLayer(layer: Layer, { req }: KoaContext): void {
  const exchange = getExchange(req);
  exchange?.withdrawCall();
  if (exchange && layer.methods.length > 0) routes.set(exchange, layer);
}
