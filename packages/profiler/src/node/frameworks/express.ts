import { createRequire } from 'node:module';
import type { IncomingMessage } from 'node:http';
import { guarded } from '../loading/guarded.ts';
import type { InsertedCall, LibraryWatch, Observers } from '../loading/library-watch.ts';
import { matchesTemplate, readPath } from '../routes/match-template.ts';
import { getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { findHandler, readName, rememberPlace } from './handler-places.ts';

// A layer reads its function just before it calls it. Wrapping the function instead would add a frame to the stack of every
// error of the application, which Express prints and, in development, sends.
const LAYER_CALLS: readonly InsertedCall[] = [
  { line: ['var fn = this.handle;', 'const fn = this.handle'], repeated: true, call: 'enter(this, fn, arguments)' },
  { line: 'this.handle = fn;', call: 'create(this, path)' },
];

/** Records routes, middleware and errors of Express. The router of Express 5 is a package of its own. */
export const expressLibrary: LibraryWatch<object> = {
  name: 'express',
  majors: [4, 5],
  tested: '4.18–4.22, 5.0–5.3',
  files: { 'lib/router/layer.js': LAYER_CALLS, 'lib/express.js': '{}' },
  watch(_, { version }) {
    framework = `Express ${version}`;
    return OBSERVERS;
  },
};

/** Records the router of Express 5. */
export const routerLibrary: LibraryWatch<object> = {
  name: 'router',
  majors: [2],
  tested: '2.0–2.3',
  files: { 'lib/layer.js': LAYER_CALLS },
  watch: () => OBSERVERS,
};

/** Records errors that no handler of Express responded to. */
export const finalHandlerLibrary: LibraryWatch<{ exports: (...args: unknown[]) => (error: unknown) => void }> = {
  name: 'finalhandler',
  majors: [1, 2],
  tested: '1.2–1.3, 2.0–2.1',
  files: { 'index.js': 'module' },
  watch(module) {
    const create = module.exports;
    module.exports = (...args) => {
      const handle = create(...args);
      return (error) => {
        guarded('express', () => fail(args[0] as ExpressRequest, error));
        handle(error);
      };
    };
  },
};

type Handle = (...args: never[]) => unknown;

interface Layer {
  readonly name: string;
  readonly route?: unknown;
}

/** A request of Express: that of Node.js, with the route that matched. */
interface ExpressRequest extends IncomingMessage {
  readonly baseUrl?: string;
  readonly route?: { readonly path?: unknown; readonly stack?: readonly object[] };
  readonly params?: Readonly<Record<string, unknown>>;
}

let framework = 'Express';
const OBSERVERS: Observers = { create, enter };
const paths = new WeakMap<Layer, unknown>();
const mounts = new WeakMap<Exchange, Map<string, string>>();

/** Sets the route of a request that was answered before its handler was called, as by a callback of `router.param()`. */
export function setMatchedRoute(exchange: Exchange): void {
  const request = exchange.message as ExpressRequest;
  if (exchange.route !== undefined || !isExpressRoute(request.route)) return;
  exchange.setRoute(findRoute(exchange, request), undefined, findPath(request));
  exchange.params = copyParameters(request.params);
}

/** Returns whether the member `route` of a request is that of Express. */
function isExpressRoute(route: unknown): boolean {
  if (typeof route !== 'object' || route === null) return false;
  const { path, stack, methods } = route as Record<string, unknown>;
  return path !== undefined && Array.isArray(stack) && typeof methods === 'object';
}

function create(layer: Layer, path: unknown): void {
  paths.set(layer, path);
  rememberPlace(layer);
}

// The function of an error handler has four parameters. A layer skips functions of the other kind.
function enter(layer: Layer, handle: Handle, args: ArrayLike<unknown>): void {
  const isError = args.length > 3;
  const request = args[isError ? 1 : 0] as ExpressRequest;
  if (isError) fail(request, args[0]);
  if (isError ? handle.length !== 4 : handle.length > 3) return;
  const exchange = getExchange(request);
  if (exchange === undefined) return;
  exchange.setFramework(framework, request);
  // The layer of a route calls the layers of its handlers, which are recorded instead.
  if (layer.route !== undefined) return;
  const name = layer.name === '<anonymous>' ? '' : readName(layer);
  // A route that did not respond stays on the request while later middleware is called.
  if (!isError && request.route?.stack?.includes(layer) === true) {
    exchange.setRoute(findRoute(exchange, request), findHandler(layer), findPath(request));
    exchange.params = copyParameters(request.params);
    return exchange.enterCall('handler', name, findHandler(layer));
  }
  const mount = findMount(request);
  if (mount !== '') noteMount(exchange, layer, mount);
  exchange.enterCall(isError ? 'error handler' : 'middleware', name, findHandler(layer));
}

function fail(request: ExpressRequest, error: unknown): void {
  // `next('route')` and `next('router')` are not errors.
  const isError = error !== undefined && error !== null && error !== 'route' && error !== 'router';
  if (isError) getExchange(request)?.fail(error);
}

// A spread is slow for an object without a prototype, as Express creates it.
function copyParameters(params: ExpressRequest['params']): Readonly<Record<string, unknown>> {
  const copy: Record<string, unknown> = {};
  // A handler may have removed them.
  for (const name of Object.keys(params ?? {})) copy[name] = params![name];
  return copy;
}

// `baseUrl` is the part of the path that mounted routers matched, such as `/users/42`. Their templates are noted on the way.
function noteMount(exchange: Exchange, layer: Layer, baseUrl: string): void {
  const templates = mounts.get(exchange) ?? new Map([['', '']]);
  mounts.set(exchange, templates);
  for (const path of [paths.get(layer)].flat(MAX_DEPTH))
    for (const [parent, template] of templates)
      if (typeof path === 'string' && baseUrl.startsWith(parent) && matchesTemplate(path, baseUrl.slice(parent.length)))
        return void templates.set(baseUrl, template + path.replace(/\/$/, ''));
}

const MAX_DEPTH = 4;

function findRoute(exchange: Exchange, request: ExpressRequest): string {
  const mount = findMount(request);
  return (mounts.get(exchange)?.get(mount) ?? mount) + getTemplate(request.route?.path) || '/';
}

// Sails has a URL there.
function findMount({ baseUrl }: ExpressRequest): string {
  return typeof baseUrl === 'string' && baseUrl.startsWith('/') ? baseUrl : '';
}

/** Returns the path that the router of a request compares, with the paths of the routers above. */
function findPath(request: ExpressRequest): string {
  return findMount(request) + readPath(request.url);
}

/** Returns the path of a route as a text. A route may have several. */
function getTemplate(path: unknown): string {
  if (Array.isArray(path)) return path.map(getTemplate).join(' | ');
  return path === '/' ? '' : String(path);
}

/**
 * Sets the route of a request whose handler was chosen by an Express that is not watched: one that a bundler copied into the
 * application, or that was loaded before the recorder. Express leaves the route on the request of Node.js, and no bundler
 * renames its members.
 *
 * @returns whether it was Express
 */
export function setUnwatchedRoute(exchange: Exchange): boolean {
  const request = exchange.message as ExpressRequest;
  if (exchange.framework !== undefined || request.route === undefined || !isExpressRoute(request.route)) return false;
  const { route, baseUrl, params } = request;
  exchange.setFramework('Express', request);
  // Express removes the path of mounted routers, and the parameters, if no handler has answered. Frameworks that are built on
  // it may have another value there.
  const isMounted = baseUrl !== undefined && exchange.path.startsWith(baseUrl);
  exchange.setRoute(
    (isMounted ? baseUrl : '') + getTemplate(route.path) || '/',
    undefined,
    isMounted ? findPath(request) : undefined,
  );
  if (params !== undefined) exchange.params = { ...params };
  return true;
}

/** Describes why Express is not watched, unless a line of `known` does. */
export function explainUnwatchedExpress(known: readonly string[]): string | undefined {
  if (known.some((line) => /^(?:express|router) /.test(line))) return undefined;
  // All functions of `createRequire` have the same cache.
  const isLoaded = Object.keys(createRequire(process.execPath).cache).some((file) => EXPRESS_FILE.test(file));
  return isLoaded && framework === 'Express' ? LOADED_BEFORE : BUNDLED;
}

const EXPRESS_FILE = /[\\/]node_modules[\\/](?:express\d*|router)[\\/](?:index|lib[\\/].*)\.js$/;
const MISSING = 'there are routes, but no handlers, middleware and errors';
const LOADED_BEFORE = `express is not watched, because it was loaded before the recorder: ${MISSING}. Load oriel/register first, as the first --import`;
const BUNDLED = `express is not watched, because a bundle contains it: ${MISSING}. Mark it as external in the bundler, such as --external:express`;
