import type { TestContext } from 'node:test';
import { HttpContext } from '../../packages/core/src/http/context.ts';
import { HttpError } from '../../packages/core/src/http/http-errors.ts';
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import { toProblem } from '../../packages/core/src/http/problem.ts';
import { NodeServer } from '../../packages/host/src/server/node-server.ts';
import type { Delivery } from '../../packages/core/src/http/delivery.ts';
import type { Application, Rejection } from '../../packages/host/src/server/application.ts';
import type { ServerOptions } from '../../packages/host/src/server/server-options.ts';

export type Handler = (context: HttpContext) => HttpResponse | Promise<HttpResponse>;

/** A minimal application: a handler, and problem documents for malformed requests and thrown errors. */
export class StubApplication implements Application {
  readonly rejections: Rejection[] = [];
  readonly deliveries: Delivery[] = [];
  readonly #handler: Handler;

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  handle(incoming: ConstructorParameters<typeof HttpContext>[0]): HttpContext | Promise<HttpContext> {
    const context = new HttpContext(incoming, undefined, undefined);
    try {
      if (context.malformed) throw context.malformed;
      const result = this.#handler(context);
      if (!(result instanceof Promise)) return respond(context, result);
      return result.then(
        (response) => respond(context, response),
        (error: unknown) => respond(context, errorResponse(error)),
      );
    } catch (error) {
      return respond(context, errorResponse(error));
    }
  }

  onRejected = (rejection: Rejection): void => void this.rejections.push(rejection);
  onSent = (_context: HttpContext, delivery: Delivery): void => void this.deliveries.push(delivery);
}

/** Starts a server that listens until the test ends. */
export async function serve(t: TestContext, handler: Handler, options: ServerOptions = {}) {
  const app = new StubApplication(handler);
  const server = new NodeServer(app, { port: 0, gracePeriod: 200, ...options });
  const { port, url } = await server.listen();
  t.after(() => server.close(50));
  return { app, server, port, url };
}

function respond(context: HttpContext, response: HttpResponse): HttpContext {
  context.response = response;
  return context;
}

function errorResponse(error: unknown): HttpResponse {
  const status = error instanceof HttpError ? error.status : 500;
  const body = JSON.stringify(toProblem(error, true));
  return new HttpResponse(status, ['Content-Type', 'application/problem+json'], body);
}
