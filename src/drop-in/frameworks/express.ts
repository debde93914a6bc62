import type { IncomingMessage } from 'node:http';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch, Observers } from '../loading/library-watch.ts';
import { currentExchange, exchangeOf } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { placeOf, rememberPlace } from './handler-places.ts';

/** Records routes, middleware and errors of Express. The router of Express 5 is a package of its own. */
export const expressLibrary: LibraryWatch<ExpressParts> = {
  name: 'express',
  majors: [4, 5],
  tested: '4.18–4.22, 5.0–5.3',
  files: {
    'lib/router/layer.js': {
      expression: '{ Layer: module.exports }',
      calls: [{ line: 'this.handle = fn;', call: 'create(this, path)' }],
    },
    'lib/router/route.js': '{ Route: module.exports }',
    'lib/express.js': '{}',
  },
  watch(parts, library) {
    framework = `Express ${library.version}`;
    return watchExpress(parts);
  },
};

/** Records the router of Express 5. */
export const routerLibrary: LibraryWatch<ExpressParts> = {
  name: 'router',
  majors: [2],
  tested: '2.0–2.3',
  files: {
    'lib/layer.js': {
      expression: '{ Layer: module.exports }',
      calls: [{ line: 'this.handle = fn', call: 'create(this, path)' }],
    },
    'lib/route.js': '{ Route: module.exports }',
  },
  watch: watchExpress,
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
        failWith(args[0] as object, error);
        handle(error);
      };
    };
  },
};

interface ExpressParts {
  readonly Layer?: { readonly prototype: Layer };
  readonly Route?: { readonly prototype: Record<string, unknown> };
}

type Handle = (...args: never[]) => unknown;
type ErrorMethod = (this: Layer, error: unknown, request: object, ...args: unknown[]) => unknown;

interface Layer {
  readonly name: string;
  handle: Handle;
  readonly route?: unknown;
  // Express 4 spells the method with an underscore, Express 5 in camel case.
  handle_error?: ErrorMethod;
  handleError?: ErrorMethod;
}

/** A request of Express: that of Node.js, with the route that matched. */
export interface ExpressRequest extends IncomingMessage {
  readonly baseUrl?: string;
  readonly route?: { readonly path?: unknown };
  readonly params?: Readonly<Record<string, unknown>>;
  readonly user?: unknown;
}

let framework = 'Express';
const paths = new WeakMap<Layer, unknown>();

function watchExpress({ Layer, Route }: ExpressParts): Observers {
  if (Layer) {
    watchHandle(Layer.prototype);
    for (const method of ['handle_error', 'handleError'] as const) watchErrors(Layer.prototype, method);
  }
  if (Route) rememberHandlers(Route.prototype);
  return { create: (layer: Layer, path: unknown) => void paths.set(layer, path) };
}

// A layer reads its function just before it calls it. Wrapping the call instead would add a frame to the stack of every
// error of the application, which Express prints and, in development, sends.
function watchHandle(prototype: Layer): void {
  Object.defineProperty(prototype, 'handle', {
    configurable: true,
    set(this: Layer, handle: Handle) {
      Object.defineProperty(this, 'handle', {
        configurable: true,
        enumerable: true,
        get: () => {
          const exchange = currentExchange();
          if (exchange) guarded('express', () => observeCall(exchange, this, handle));
          return handle;
        },
        set(changed: Handle) {
          handle = changed;
        },
      });
    },
  });
}

function observeCall(exchange: Exchange, layer: Layer, handle: Handle): void {
  const request = exchange.message as ExpressRequest;
  exchange.setFramework(framework, request);
  if (layer.route === undefined && request.baseUrl) noteMount(exchange, layer, request.baseUrl);
  // The layer of a route calls the layers of its handlers, which are recorded instead.
  if (layer.route !== undefined || handle.length > 3 !== (exchange.error !== undefined)) return;
  if (handle.length > 3) return exchange.enterCall('error handler', layer.name);
  if (request.route === undefined) return exchange.enterCall('middleware', layer.name);
  exchange.setRoute(routeOf(exchange, request) || '/', placeOf(layer));
  exchange.params = copyOf(request.params);
  exchange.enterCall('handler', layer.name);
}

// A spread is slow for an object without a prototype, as Express creates it.
function copyOf(params: ExpressRequest['params']): Readonly<Record<string, unknown>> {
  const copy: Record<string, unknown> = {};
  // A handler may have removed them.
  for (const name of Object.keys(params ?? {})) copy[name] = params![name];
  return copy;
}

// `baseUrl` is the part of the path that mounted routers matched, such as `/users/42`. Their templates are noted on the way.
function noteMount(exchange: Exchange, layer: Layer, baseUrl: string): void {
  const path = paths.get(layer);
  if (typeof path !== 'string' || /[*{(]/.test(path)) return;
  const templates = mounts.get(exchange) ?? new Map([['', '']]);
  mounts.set(exchange, templates);
  for (const [parent, template] of templates)
    if (baseUrl.startsWith(parent) && countSegments(parent) + countSegments(path) === countSegments(baseUrl))
      return void templates.set(baseUrl, template + path.replace(/\/$/, ''));
}

function countSegments(path: string): number {
  return path.split('/').filter((each) => each !== '').length;
}

function routeOf(exchange: Exchange, { baseUrl = '', route }: ExpressRequest): string {
  return (mounts.get(exchange)?.get(baseUrl) ?? baseUrl) + templateOf(route?.path);
}

const mounts = new WeakMap<Exchange, Map<string, string>>();

function watchErrors(prototype: Layer, method: 'handle_error' | 'handleError'): void {
  const original = prototype[method];
  if (original === undefined) return;
  prototype[method] = function (error, request, ...args) {
    failWith(request, error);
    return original.call(this, error, request, ...args);
  };
}

function failWith(request: object, error: unknown): void {
  guarded('express', () => {
    if (isErrorOf(error)) exchangeOf(request)?.fail(error);
  });
}

// `next('route')` and `next('router')` are not errors.
function isErrorOf(value: unknown): boolean {
  return value !== undefined && value !== null && value !== 'route' && value !== 'router';
}

/** Returns the path of a route as a text. A route may have several. */
export function templateOf(path: unknown): string {
  if (Array.isArray(path)) return path.map(templateOf).join(' | ');
  return path === '/' ? '' : String(path);
}

function rememberHandlers(prototype: Record<string, unknown>): void {
  for (const method of ['all', 'get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'query']) {
    const original = prototype[method];
    if (typeof original !== 'function') continue;
    prototype[method] = function (this: { readonly stack: readonly Layer[] }, ...handlers: unknown[]): unknown {
      const count = this.stack.length;
      const result: unknown = Reflect.apply(original, this, handlers);
      for (const layer of this.stack.slice(count)) rememberPlace(layer);
      return result;
    };
  }
}
