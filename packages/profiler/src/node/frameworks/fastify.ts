import type { IncomingMessage } from 'node:http';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { readPath } from '../routes/match-template.ts';
import { currentExchange, getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { copyPlace, readName, findHandler, rememberPlace } from './handler-places.ts';

const HOOKS = { line: 'context[hook] = toSet.length ? toSet : null', call: 'hooks(hook, toSet)' };
const HANDLER = {
  line: 'function preHandlerCallback (err, request, reply) {',
  condition: 'err == null && !reply.sent',
  call: 'handle(request, request[kRouteContext])',
};

/** Records routes, hooks and errors of Fastify. Subscribing to its channel would change the status code that error handlers see. */
export const fastifyLibrary: LibraryWatch<object> = {
  name: 'fastify',
  majors: [4, 5],
  tested: '4.20–4.29, 5.0–5.12',
  files: {
    'lib/route.js': [
      { line: 'const opts = { ...options }', call: 'register(opts)' },
      { ...HOOKS, call: 'hooks(hook, toSet, context, opts)' },
    ],
    'lib/hooks.js': [{ line: 'Hooks.prototype.add = function (hook, fn) {', call: 'register(fn)' }],
    'lib/fourOhFour.js': [HOOKS],
    'lib/four-oh-four.js': [HOOKS],
    'lib/handleRequest.js': [HANDLER],
    'lib/handle-request.js': [HANDLER],
    'lib/error-handler.js': [
      { line: 'function handleError (reply, error, cb) {', call: 'fail(reply.request, error, reply[kRouteContext])' },
    ],
  },
  watch(_, { version }) {
    framework = `Fastify ${version}`;
    return { register: rememberPlace, hooks: watchHooks, handle, fail };
  },
};

interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly user?: unknown;
}

interface RouteContext {
  readonly handler: Hook;
  readonly config?: { readonly url?: string };
}

type Hook = (...args: never[]) => unknown;

let framework = 'Fastify';

// Fastify reads a hook from its list just before it calls it.
function watchHooks(hook: string, list: Hook[], context?: RouteContext, options?: object): void {
  if (context && options) copyPlace(options, context);
  for (const [index, element] of list.entries()) {
    const name = readName(element);
    Object.defineProperty(list, index, {
      enumerable: true,
      get: () => {
        guarded('fastify', () => enterHook(hook, name, element, context));
        return element;
      },
    });
  }
}

// A hook may answer the request before its handler is called.
function enterHook(hook: string, name: string, handler: Hook, context?: RouteContext): void {
  const exchange = currentExchange();
  if (exchange === undefined) return;
  exchange.framework ??= framework;
  if (exchange.route === undefined) setRoute(exchange, context);
  exchange.enterCall(hook, name, findHandler(handler));
}

function handle(request: FastifyRequest, context: RouteContext): void {
  const exchange = identify(request);
  if (exchange === undefined) return;
  setRoute(exchange, context, request);
  exchange.enterCall('handler', readName(context.handler), findHandler(context));
}

// The body may be rejected before the handler is called.
function fail(request: FastifyRequest, error: unknown, context?: RouteContext): void {
  const exchange = identify(request);
  if (exchange === undefined) return;
  setRoute(exchange, context, request);
  exchange.fail(error);
}

// The context of a request without a route has no URL.
function setRoute(exchange: Exchange, context?: RouteContext, request?: FastifyRequest): void {
  const url = context?.config?.url;
  if (url === undefined) return;
  exchange.setRoute(url, findHandler(context), request && readPath(request.raw.url));
  if (request) exchange.params = { ...request.params };
}

function identify(request: FastifyRequest): Exchange | undefined {
  return getExchange(request.raw)?.setFramework(framework, request);
}
