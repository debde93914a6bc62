import type { TestContext } from 'node:test';
import { HttpContext } from '../../src/core/http/context.ts';
import { HttpError } from '../../src/core/http/errors.ts';
import { HttpResponse } from '../../src/core/http/response.ts';
import { toProblem } from '../../src/core/http/problem.ts';
import { NodeServer } from '../../src/core/server/node-server.ts';
import type { Application, Delivery, Rejection } from '../../src/core/server/application.ts';
import type { ServerOptions } from '../../src/core/server/server-options.ts';

export type Answer = (context: HttpContext) => HttpResponse | Promise<HttpResponse>;

/** An application as small as one can be: what is malformed or thrown becomes a problem, the rest is `answer`'s. */
export class StubApplication implements Application {
  readonly refusals: Rejection[] = [];
  readonly deliveries: Delivery[] = [];
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  handle(incoming: ConstructorParameters<typeof HttpContext>[0]): HttpContext | Promise<HttpContext> {
    const context = new HttpContext(incoming, undefined, undefined);
    try {
      if (context.malformed) throw context.malformed;
      const answer = this.#answer(context);
      if (!(answer instanceof Promise)) return give(context, answer);
      return answer.then(
        (late) => give(context, late),
        (error: unknown) => give(context, explain(error)),
      );
    } catch (error) {
      return give(context, explain(error));
    }
  }

  onRejected = (refusal: Rejection): void => void this.refusals.push(refusal);
  onSent = (_context: HttpContext, delivery: Delivery): void => void this.deliveries.push(delivery);
}

/** A server that listens until the test is over. */
export async function serve(t: TestContext, answer: Answer, options: ServerOptions = {}) {
  const app = new StubApplication(answer);
  const server = new NodeServer(app, { port: 0, graceMs: 200, ...options });
  const { port, url } = await server.listen();
  t.after(() => server.close(50));
  return { app, server, port, url };
}

function give(context: HttpContext, response: HttpResponse): HttpContext {
  context.response = response;
  return context;
}

function explain(error: unknown): HttpResponse {
  const status = error instanceof HttpError ? error.status : 500;
  const body = JSON.stringify(toProblem(error, true));
  return new HttpResponse(status, ['Content-Type', 'application/problem+json'], body);
}
