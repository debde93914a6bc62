import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listener } from '../../events/dispatcher.ts';
import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import { comparablePath } from '../../routing/request-path.ts';
import { subscriber } from '../on.ts';
import type { ListenerPosition } from '../on.ts';

/** Middleware for Connect, Express and similar frameworks. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/** The options of {@link connect}. */
export interface ConnectOptions {
  /**
   * The name in the profiler and for `before` and `after` of other listeners.
   * @default the name of the function
   */
  readonly name?: string;
  /**
   * Calls the middleware for this path and all paths below it. As in Express, `request.url` is then the rest of the path.
   * @default all paths
   */
  readonly path?: string;
  /**
   * When the middleware is called: a priority of `kernel.request`, or before or after another listener.
   * @default { before: 'router' }
   */
  readonly position?: ListenerPosition;
  /**
   * Called when the middleware has called `next`, to pass what it added to the request on to the handler:
   * `(request, context) => void context.attributes.set('session', request.session)`.
   * @default –
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- middleware adds members that no type has
  readonly onNext?: (request: any, context: RequestContext) => void;
}

/**
 * Runs middleware of Connect or Express in the pipeline: helmet, express-session, serve-static and so on. It receives objects
 * that behave like those of `node:http`. The headers that it sets become headers of the response; a header that the response
 * has itself takes precedence. `response.end()` answers the request, and `next(error)` fails it.
 *
 * Middleware that changes the body of other responses, such as `compression`, is not supported.
 *
 * @param middleware a function with the parameters request, response and next
 * @returns listeners for `defineHost({ listeners: [...] })`
 * @throws {TypeError} if it is not a function, or a handler of errors with four parameters
 *
 * @example
 * ```ts
 * import { connect, defineHost, route } from 'oriel-host';
 * const stamp = connect((request, response, next) => {
 *   response.setHeader('X-Served-By', 'harbour');
 *   next();
 * });
 * const host = defineHost({ listeners: [stamp], routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })] });
 * const response = await host.fetch(new Request('http://localhost/hello'));
 * response.headers.get('x-served-by'); // => 'harbour'
 * ```
 */
export function connect(middleware: Middleware, options: ConnectOptions = {}): readonly Listener<never>[] {
  assertMiddleware(middleware);
  const { name = middleware.name || 'connect', position = { before: 'router' }, path, onNext } = options;
  if (path !== undefined && !/^\/(?:.*[^/])?$/s.test(path))
    throw new TypeError(`connect(): the path ${JSON.stringify(path)} must begin with a slash and not end with one`);
  const onRequest = (event: RequestEvent): MaybePromise<void> => {
    const { context } = event;
    if (context.parent !== undefined || !isBelow(comparablePath(context.path), path)) return;
    const run = ({ getExchange }: Loaded): MaybePromise<void> => {
      const exchange = getExchange(context);
      const response = exchange.run(middleware, path);
      const proceed = (answer: Awaited<typeof response>): void => {
        if (answer !== undefined) event.respond(answer);
        else onNext?.(exchange.request, context);
      };
      return isPromise(response) ? response.then(proceed) : proceed(response);
    };
    return loaded === undefined ? loadExchange().then(run) : run(loaded);
  };
  // Before the listeners that show and store the response.
  const onResponse = ({ context, response }: ResponseEvent): MaybePromise<void> =>
    loaded?.existingExchange(context)?.finish(response);
  return subscriber(name, { 'kernel.request': [position, onRequest], 'kernel.response': [-50, onResponse] });
}

type Loaded = typeof import('./middleware-exchange.ts');

// Loaded with the first request, because the module needs node:http.
let loaded: Loaded | undefined;

async function loadExchange(): Promise<Loaded> {
  return (loaded ??= await import('./middleware-exchange.ts'));
}

function isBelow(requested: string, path: string | undefined): boolean {
  if (path === undefined || path === '/') return true;
  return requested.startsWith(path) && (requested.length === path.length || requested[path.length] === '/');
}

function assertMiddleware(middleware: unknown): asserts middleware is Middleware {
  if (typeof middleware !== 'function')
    throw new TypeError(`connect() got ${typeof middleware}; pass a function: connect(helmet())`);
  if (middleware.length > 3)
    throw new TypeError(
      `connect() got "${middleware.name}", which has four parameters and handles errors; use on('kernel.exception', …) instead`,
    );
}
