import type { IncomingMessage } from 'node:http';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { findHandler, readName, rememberPlace } from './handler-places.ts';

/** Records routes, extensions, handlers and errors of hapi. */
export const hapiLibrary: LibraryWatch<object> = {
  name: '@hapi/hapi',
  majors: [20, 21],
  tested: '20.3, 21.4',
  files: {
    'lib/route.js': [{ line: 'this.path = path;', call: 'register(this)' }],
    'lib/request.js': [{ line: 'const realm = ext.realm;', call: 'extend(this, event.type, ext.func)' }],
    'lib/handler.js': [{ line: 'const bind = request.route.settings.bind;', call: 'handle(request, method, pre)' }],
    'lib/toolkit.js': [{ line: ['catch (err) {', '} catch (err) {'], call: 'fail(request, err)' }],
  },
  watch(_, { version }) {
    framework = `hapi ${version}`;
    return { register: rememberPlace, extend, handle, fail };
  },
};

interface HapiRequest {
  readonly raw: { readonly req: IncomingMessage };
  readonly path: string;
  readonly params?: Readonly<Record<string, unknown>> | null;
  readonly route: { readonly path: string; readonly method: string };
  readonly _route?: object;
}

type Method = (...args: never[]) => unknown;

let framework = 'hapi';

function extend(request: HapiRequest, event: string, extension: Method): void {
  const exchange = identify(request);
  if (exchange) setRoute(exchange, request);
  exchange?.enterCall(event, readName(extension));
}

// Prerequisites are called before the handler of a route.
function handle(request: HapiRequest, method: Method, prerequisite?: object): void {
  const exchange = identify(request);
  if (exchange === undefined || !setRoute(exchange, request)) return;
  exchange.enterCall(prerequisite ? 'prerequisite' : 'handler', readName(method), findHandler(request._route));
}

// The error that hapi creates itself for a path without a route is not one of the application.
function fail(request: HapiRequest, error: unknown): void {
  const exchange = identify(request);
  if (exchange && setRoute(exchange, request)) exchange.fail(error);
}

// A request has an internal route before it is routed, and if no route matches.
function setRoute(exchange: Exchange, { route, path, params, _route }: HapiRequest): boolean {
  if (route.method === '_special' || params === null) return false;
  exchange.setRoute(route.path, findHandler(_route), path);
  exchange.params = { ...params };
  return true;
}

function identify(request: HapiRequest): Exchange | undefined {
  return getExchange(request.raw.req)?.setFramework(framework, request);
}
