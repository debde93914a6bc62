import { HttpError, NotFoundError, HttpResponse } from 'oriel-core/http';
import type { StandardSchema } from 'oriel-core/http';
import { toWebRequest } from '../http/to-web-request.ts';
import { message } from 'oriel-core/messages';
import { callSite } from 'oriel-core/trace';
import { route } from './route.ts';
import type { RouteDeclaration, RouteInput, RouteSchemas } from './route.ts';

/** The second argument of a mounted handler: the argument of a route without schemas. */
export type MountInput = RouteInput<unknown, Readonly<Record<string, string | string[]>>, undefined>;

/** A function from a web `Request` to a web `Response`. The second argument is passed to functions that declare it. */
export type FetchHandler = (request: Request, input: MountInput) => Response | Promise<Response>;

/** An application with a `fetch` function, such as a Hono application or a GraphQL Yoga server. */
export interface FetchApplication {
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

/** The options of {@link mount}. */
export interface MountOptions extends Omit<
  RouteSchemas<StandardSchema, StandardSchema, StandardSchema>,
  'params' | 'query' | 'body'
> {
  /**
   * Routes with a higher priority are matched first.
   * @default -1, after the routes without a priority
   * @unit –
   */
  readonly priority?: number;
}

/**
 * Mounts a web handler at a path: GraphQL Yoga, tRPC, better-auth, a Hono application or any function from a `Request` to a
 * `Response`. The handler gets every method, and the path with everything below it, with the whole URL. Access rules, CORS,
 * limits and the profiler apply as to other routes. The response is streamed.
 *
 * @param path begins with a slash and may contain parameters: `/graphql`, `/{tenant}/auth`
 * @param handler a function of the request and the input of a route, or an object with a `fetch` function
 * @param options the access rule and the options of a route, such as `bodyLimit` in bytes
 * @returns a route for `defineHost({ routes: [...] })`
 * @throws {TypeError} if the path does not begin with a slash, or ends with one, or the handler is not a handler
 *
 * @example
 * ```ts
 * import { defineHost, mount } from 'oriel-host';
 * const greet = (request: Request) => new Response(`${request.method} ${new URL(request.url).pathname}`);
 * const host = defineHost({ routes: [mount('/greet', greet)] });
 * await (await host.fetch(new Request('http://localhost/greet/ada', { method: 'PUT' }))).text(); // => 'PUT /greet/ada'
 * ```
 */
export function mount(
  path: string,
  handler: FetchHandler | FetchApplication,
  options: MountOptions = {},
): RouteDeclaration {
  const answer = toFetchHandler(path, handler);
  if (!/^\/(?:.*[^/])?$/s.test(path))
    throw new TypeError(`mount(${JSON.stringify(path)}): the path must begin with a slash and not end with one`);
  const line = path === '/' ? '/{mounted<.*>}' : `${path}{mounted<(?:/.*)?>}`;
  const handle = (input: MountInput): Promise<HttpResponse> => callMounted(path, answer, input);
  return Object.freeze({ ...route(getName(path), line, { priority: -1, ...options, handle }), at: callSite(mount) });
}

async function callMounted(path: string, answer: FetchHandler, input: MountInput): Promise<HttpResponse> {
  const { context } = input;
  // The parser of web URLs resolves these segments, so the handler would see another path than the rules of the host.
  if (DOT_SEGMENTS.test(context.path))
    throw new NotFoundError(message('request.nothing-at-path', { path: context.path }));
  let failure: HttpError | undefined;
  const { method, headers, signal } = context;
  const { present } = context.body;
  const stream = (): ReadableStream<Uint8Array> =>
    copyStream(context.body.stream(), (error) => {
      if (error instanceof HttpError) failure = error;
    });
  const request = toWebRequest({ method, headers, signal, body: { present, stream } }, context.url);
  let response: Response;
  try {
    response = await answer(request, input);
  } catch (error) {
    throw failure ?? error;
  }
  // Most handlers answer 400 or 500 to a body that exceeds the limit of the host.
  if (failure !== undefined) throw failure;
  if (!isResponse(response))
    throw new TypeError(`The handler of mount("${path}") returned ${describe(response)}, not a Response`);
  return toHttpResponse(response);
}

// Streams of libraries are copied, so that the profiler records them as those of the platform.
function toHttpResponse(response: Response): HttpResponse {
  const converted = HttpResponse.fromWeb(response);
  const { body } = response;
  if (body !== null && !(body instanceof ReadableStream)) converted.body = copyStream(body);
  return converted;
}

type SimpleHandler = FetchApplication['fetch'];

const DOT_SEGMENTS = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function toFetchHandler(path: string, handler: FetchHandler | FetchApplication): FetchHandler {
  const { fetch } = (handler ?? {}) as Partial<FetchApplication>;
  // Some applications are functions as well, for other signatures.
  if (typeof fetch === 'function') return (request) => (handler as FetchApplication).fetch(request);
  // Handlers of libraries have other second arguments, which are optional and not counted.
  if (typeof handler === 'function')
    return handler.length < 2 ? (request) => (handler as SimpleHandler)(request) : handler;
  throw new TypeError(
    `mount(${JSON.stringify(path)}): the handler is ${describe(handler)}; pass a function (request) => Response, or an object with fetch`,
  );
}

function getName(path: unknown): string {
  return String(path).replace(/^\/+/, '').replaceAll(/\/+/g, '.').replaceAll(/[{}]/g, '') || 'mount';
}

function describe(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

// Libraries have Response classes of their own.
function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value;
}

function copyStream(
  source: ReadableStream<Uint8Array>,
  onError?: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          onError?.(error);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
