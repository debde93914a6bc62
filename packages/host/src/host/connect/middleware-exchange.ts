import { HttpError, isPromise } from 'oriel-core/http';
import type { MaybePromise, HttpResponse } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import { comparablePath } from '../../routing/request-path.ts';
import type { Middleware } from './connect.ts';
import { createConnection } from './connection.ts';
import { MiddlewareRequest } from './middleware-request.ts';
import { MiddlewareResponse } from './middleware-response.ts';

/** Returns the objects that all middleware of a request shares. */
export function getExchange(context: RequestContext): Exchange {
  let exchange = exchanges.get(context);
  if (exchange === undefined) exchanges.set(context, (exchange = new Exchange(context)));
  return exchange;
}

/** Returns the objects of a request; undefined if no middleware was called. */
export function existingExchange(context: RequestContext): Exchange | undefined {
  return exchanges.get(context);
}

const exchanges = new WeakMap<RequestContext, Exchange>();

/** The request and the response of the middleware of one request. */
export class Exchange {
  readonly request: MiddlewareRequest;
  readonly #context: RequestContext;
  readonly #response: MiddlewareResponse;
  #isAnswered = false;

  constructor(context: RequestContext) {
    this.#context = context;
    const connection = createConnection(context);
    this.request = new MiddlewareRequest(context, connection);
    this.#response = new MiddlewareResponse(this.request, connection);
  }

  /**
   * Calls a middleware. Returns its response, or undefined if it calls `next`.
   * @param path the path that is removed from `request.url`
   * @throws what it throws or passes to `next`; an error with a status of its own becomes an `HttpError`
   */
  run(middleware: Middleware, path: string | undefined): MaybePromise<HttpResponse | undefined> {
    const { request } = this;
    const response = this.#response;
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse | undefined>();
    let settled: { readonly answer: HttpResponse | undefined } | undefined;
    let failure: { readonly error: unknown } | undefined;
    const settle = (answer: HttpResponse | undefined): void => {
      settled ??= { answer };
      resolve(answer);
    };
    const fail = (error: unknown): void => {
      if (settled !== undefined) process.emitWarning(`Middleware failed after its end: ${String(error)}`);
      failure ??= { error: toError(error) };
      reject(failure.error);
    };
    response.onAnswer = (answer) => {
      this.#isAnswered = true;
      settle(answer);
    };
    this.#mount(path);
    try {
      const result = middleware(request, response, (error) => {
        request.url = request.originalUrl;
        if (error === undefined || error === null || error === 'route' || error === 'router') settle(undefined);
        else fail(error);
      });
      if (isPromise(result)) result.then(undefined, fail);
    } catch (error) {
      fail(error);
    }
    // A middleware that is not asynchronous needs no promise.
    if (settled !== undefined) return settled.answer;
    if (failure !== undefined) {
      promise.catch(() => {});
      throw failure.error;
    }
    return promise;
  }

  /** Completes the response of the host: calls what middleware does before the headers and at the end. */
  finish(response: HttpResponse): MaybePromise<void> {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    return this.#response.complete(response);
  }

  #mount(path: string | undefined): void {
    const { request } = this;
    if (path === undefined || path === '/') return;
    const { path: sent, query } = this.#context;
    // The path may be percent-encoded in another spelling than that of the configuration.
    const rest = sent.startsWith(path) ? sent.slice(path.length) : encodeURI(comparablePath(sent).slice(path.length));
    request.baseUrl = path;
    request.url = `${rest || '/'}${query === '' ? '' : `?${query}`}`;
  }
}

// Errors of http-errors have a status, and `expose` if their message is for the client.
function toError(error: unknown): unknown {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof HttpError) return error;
  const { status, statusCode, expose } = error as { status?: unknown; statusCode?: unknown; expose?: unknown };
  const code = status ?? statusCode;
  if (!Number.isInteger(code) || (code as number) < 400 || (code as number) > 499) return error;
  return new HttpError(code as number, expose === true ? error.message : '', { cause: error });
}
