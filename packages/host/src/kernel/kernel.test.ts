import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { EventDispatcher } from '../events/dispatcher.ts';
import { HttpError, getStatus } from '../../../core/src/http/http-errors.ts';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { runInTrace } from '../../../core/src/trace/current.ts';
import { NullTrace, RequestTrace } from '../../../core/src/trace/trace.ts';
import { createContext } from '../testing/create-context.ts';

import type {
  ExceptionEvent,
  RequestEvent,
  ResponseEvent,
  ViewEvent,
  ControllerEvent,
  ControllerArgumentsEvent,
  RequestContext,
  TerminateEvent,
} from './events.ts';
import { Kernel } from './kernel.ts';
import type { KernelParts } from './kernel.ts';
import { createSubRequest } from './sub-request.ts';

type Handlers = Record<string, (event: never) => unknown>;

/** Creates a kernel with these listeners and a controller, and records everything that is reported. */
function world(handlers: Handlers = {}, controller?: unknown, parts: Partial<KernelParts> = {}) {
  const dispatcher = new EventDispatcher();
  for (const [event, handle] of Object.entries(handlers)) {
    dispatcher.add({ event, priority: 0, name: event, handle: handle as never });
  }
  dispatcher.freeze();
  const reported: unknown[][] = [];
  const kernel = new Kernel({
    dispatcher,

    services: {} as never,
    lastResort: (_context, error) => new HttpResponse(getStatus(error), [], 'last resort'),
    report: (_context, errors) => void reported.push([...errors]),
    timeLimit: 0,
    timeUp: () => new HttpError(503, 'time is up'),
    ...parts,
  });
  const context: RequestContext = createContext('GET /x', {
    plan: dispatcher.fold(),
    route: { name: 'x', path: '/x', data: { controller } },
  });
  return { kernel, context, reported };
}

const view: Handlers = {
  'kernel.view': (event: ViewEvent) => event.respond(new HttpResponse(200, [], String(event.value))),
};

test('kernel.view converts plain data to a response without creating a promise', () => {
  const { kernel, context } = world(view, () => 'hello');
  const response = kernel.handle(context) as HttpResponse;
  assert.ok(response instanceof HttpResponse);
  assert.equal(response.body, 'hello');
  assert.equal(context.response, response);
});

test('dispatches the events of a request in their order', async () => {
  const order: string[] = [];
  const names = ['request', 'controller', 'controller_arguments', 'view', 'response', 'finish_request'];
  const handlers = Object.fromEntries(
    names.map((name) => [
      `kernel.${name}`,
      async (event: ViewEvent) => {
        await new Promise(setImmediate);
        order.push(name);
        if (name === 'view') event.respond(new HttpResponse(200));
      },
    ]),
  );
  const { kernel, context } = world(handlers, async () => void order.push('the controller'));
  await kernel.handle(context);
  assert.deepEqual(order, [
    'request',
    'controller',
    'controller_arguments',
    'the controller',
    'view',
    'response',
    'finish_request',
  ]);
});

test('a response to kernel.request skips the controller and goes to kernel.response', () => {
  const early = { 'kernel.request': (event: RequestEvent) => event.respond(new HttpResponse(204)) };
  const complete = { 'kernel.response': ({ response }: ResponseEvent) => response.headers.set('X-Complete', 'yes') };
  const { kernel, context } = world({ ...early, ...complete }, () => assert.fail('not called'));
  const response = kernel.handle(context) as HttpResponse;
  assert.deepEqual([response.status, response.headers.get('x-complete')], [204, 'yes']);
});

test('listeners can replace the controller and its arguments', () => {
  const handlers = {
    ...view,
    'kernel.controller': (event: ControllerEvent) => void (event.controller = (value: number) => value + 1),
    'kernel.controller_arguments': (event: ControllerArgumentsEvent) => void (event.args = [41]),
  };
  const { kernel, context } = world(handlers, () => assert.fail('not called'));
  assert.equal((kernel.handle(context) as HttpResponse).body, '42');
});

test('a controller can return an HttpResponse or a web Response, synchronously or asynchronously', async () => {
  for (const give of [() => new HttpResponse(201), async () => new Response(null, { status: 201 })]) {
    const { kernel, context } = world({}, give);
    assert.equal((await kernel.handle(context)).status, 201);
  }
});

test('a controller can return any thenable, also one whose then method returns nothing', async () => {
  const odd = {
    then: (resolve: (value: string) => void) => void setImmediate(() => (resolve('late'), resolve('later'))),
  };
  const { kernel, context } = world(view, () => odd);
  assert.equal((await kernel.handle(context)).body, 'late');
});

test('a kernel.response listener can replace the response, also with a web Response', async () => {
  for (const another of [new HttpResponse(202), new Response('x', { status: 202 })]) {
    const { kernel, context } = world(
      { ...view, 'kernel.response': (event: ResponseEvent) => void (event.response = another) },
      () => 'x',
    );
    assert.equal((await kernel.handle(context)).status, 202);
  }
});

test('a kernel.response listener cannot replace the response with another value', () => {
  const { kernel, context, reported } = world(
    { ...view, 'kernel.response': (event: ResponseEvent) => void (event.response = undefined as never) },
    () => 'x',
  );
  assert.equal((kernel.handle(context) as HttpResponse).status, 500);
  assert.equal(reported.length, 1);
});

test('reports the type of data that no listener converted to a response', () => {
  for (const [data, reports] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [7, 'a number'],
    [new Map(), 'an object of type Map'],
    [Object.create(null), 'an object of type null'],
  ] as const) {
    const { kernel, context, reported } = world({}, () => data);
    assert.equal((kernel.handle(context) as HttpResponse).status, 500);
    assert.match(String(reported[0]![0]), new RegExp(`route "x" returned ${reports}, and no kernel.view listener`));
  }
});

test('reports different errors for a route without a controller and for a missing route', () => {
  const { kernel, context, reported } = world();
  kernel.handle(context);
  const lost = createContext('GET /lost');
  kernel.handle(lost);
  assert.match(String(reported[0]![0]), /Route "x" has no controller/);
  assert.match(String(reported[1]![0]), /No listener set a route for "GET \/lost"/);
});

test('kernel.exception responds to an error, and kernel.response completes that response', async () => {
  const handlers = {
    'kernel.exception': async (event: ExceptionEvent) =>
      event.respond(new HttpResponse(getStatus(event.error), [], 'sorry')),
    'kernel.response': ({ response }: ResponseEvent) => response.headers.set('X-Complete', 'yes'),
  };
  const { kernel, context, reported } = world(handlers, () => {
    throw new HttpError(418);
  });
  const response = await kernel.handle(context);
  assert.deepEqual([response.status, response.body, response.headers.get('x-complete')], [418, 'sorry', 'yes']);
  assert.equal(reported.length, 1);
});

test('passes all errors of a request to the report function that a listener set', async () => {
  const reports: unknown[] = [];
  const handlers = {
    'kernel.exception': (event: ExceptionEvent) => {
      event.report = (errors) => void reports.push(...errors);
      throw 'second';
    },
    'kernel.response': () => Promise.reject('third'),
  };
  const { kernel, context, reported } = world(handlers, () => {
    throw 'first';
  });
  const response = await kernel.handle(context);
  assert.deepEqual([response.status, response.body], [500, 'last resort']);
  assert.deepEqual(reports, ['first', 'second', 'third']);
  assert.deepEqual(reported, []);
});

test('a report function that throws does not affect the response', async () => {
  const failing = () => {
    throw new Error('no');
  };
  const { kernel, context } = world({ 'kernel.terminate': failing }, failing, { report: failing });
  assert.equal((kernel.handle(context) as HttpResponse).status, 500);
  await kernel.terminate(context, context.response!, { bytes: 0, milliseconds: 0, aborted: false });
});

test('reports an error in a kernel.terminate listener', async () => {
  const { kernel, context, reported } = world({ 'kernel.terminate': () => Promise.reject('late') });
  await kernel.terminate(context, new HttpResponse(200), { bytes: 1, milliseconds: 2, aborted: false });
  assert.deepEqual(reported, [['late']]);
});

test('responds with a completed 503 after the time limit, and reports it once', async () => {
  const handlers = {
    'kernel.exception': (event: ExceptionEvent) => event.respond(new HttpResponse(getStatus(event.error))),
    'kernel.response': ({ response }: ResponseEvent) => response.headers.set('X-Complete', 'yes'),
  };
  const { kernel, context, reported } = world(handlers, () => new Promise(() => {}), { timeLimit: 5 });
  const response = await kernel.handle(context);
  assert.deepEqual([response.status, response.headers.get('x-complete')], [503, 'yes']);
  assert.equal(reported.length, 1);
});

test('ignores a controller that resolves or rejects after the time limit', async () => {
  for (const end of [
    (resolve: (value: unknown) => void) => resolve(new HttpResponse(200)),
    (_: unknown, reject: (why: unknown) => void) => reject('too late'),
  ]) {
    let finish = () => {};
    let completed = 0;
    const handlers = { 'kernel.response': () => void completed++ };
    const controller = () =>
      new Promise((resolve, reject) => {
        finish = () => end(resolve, reject);
      });
    const { kernel, context, reported } = world(handlers, controller, { timeLimit: 5 });
    const response = await kernel.handle(context);
    finish();
    await new Promise(setImmediate);
    assert.equal(response.status, 503);
    assert.equal(context.response, response);
    assert.equal(getStatus(context.error), 503);
    assert.deepEqual([completed, reported.length], [1, 1]);
  }
});

test('a listener that never resolves does not delay the response beyond the time limit', async () => {
  const never = () => new Promise<void>(() => {});
  const exception = (event: ExceptionEvent) => event.respond(new HttpResponse(getStatus(event.error), [], 'sorry'));
  const responding = world({ ...view, 'kernel.response': never, 'kernel.exception': exception }, () => 'x', {
    timeLimit: 5,
  });
  assert.deepEqual((await responding.kernel.handle(responding.context)).body, 'sorry');
  assert.equal(responding.reported.length, 1);

  const explaining = world({ 'kernel.exception': never }, () => Promise.reject('x'), { timeLimit: 5 });
  const response = await explaining.kernel.handle(explaining.context);
  assert.deepEqual([response.status, response.body], [503, 'last resort']);
  assert.equal(explaining.reported.length, 1);
});

test('requests share one timer, but each is completed in its own async context', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const { kernel, context } = world(
    { 'kernel.exception': () => void seen.push(storage.getStore()) },
    () => new Promise(() => {}),
    { timeLimit: 5 },
  );
  const { context: another } = world({}, () => 'x');
  another.plan = context.plan;
  another.route = context.route;
  await Promise.all([
    storage.run('one', () => kernel.handle(context)),
    storage.run('other', () => kernel.handle(another)),
  ]);
  assert.deepEqual(seen, ['one', 'other']);
});

test('a request that ends in time is not affected by the time limit', async () => {
  const { kernel, context } = world(view, async () => 'x', { timeLimit: 60_000 });
  assert.equal((await kernel.handle(context)).status, 200);
});

test('a recorded request has all events, also those without listeners, and a span of its controller', async () => {
  const events: string[] = [];
  const recording = { dispatch: (event: string) => void events.push(event) };
  for (const [isRecorded, controller] of [
    [true, () => new HttpResponse(200)],
    [false, () => new HttpResponse(200)],
    [true, () => 'data'],
  ] as const) {
    const { kernel, context } = world({}, controller, { dispatcher: recording });
    const trace = isRecorded ? new RequestTrace() : NullTrace;
    const traced = createContext('GET /x', { route: context.route, trace });
    await runInTrace(trace, () => kernel.handle(traced));
    assert.deepEqual(
      trace.spans.map(({ name, kind }) => [name, kind]),
      isRecorded ? [['controller x', 'controller']] : [],
    );
    events.push('|');
  }
  const early = ['request', 'controller', 'controller_arguments'];
  assert.deepEqual(
    events.map((event) => event.replace('kernel.', '')),
    [
      ...[...early, 'response', 'finish_request', '|', '|'],
      ...[...early, 'view', 'exception', 'response', 'finish_request', '|'],
    ],
  );
});

test('a controller gets all arguments that a listener set, whether the request is recorded or not', () => {
  for (const trace of [NullTrace, new RequestTrace()])
    for (const args of [[], [1], [1, 2]]) {
      const handlers = {
        ...view,
        'kernel.controller_arguments': (event: ControllerArgumentsEvent) => void (event.args = args),
      };
      const { kernel, context } = world(handlers, (...given: unknown[]) => given.join());
      const traced = createContext('GET /x', { route: context.route, plan: context.plan, trace });
      assert.equal((kernel.handle(traced) as HttpResponse).body, args.join());
    }
});

test('a listener of kernel.controller_arguments can respond instead of the controller', () => {
  const early = {
    'kernel.controller_arguments': (event: ControllerArgumentsEvent) => event.respond(new HttpResponse(422)),
  };
  const complete = { 'kernel.response': ({ response }: ResponseEvent) => response.headers.set('X-Complete', 'yes') };
  const { kernel, context } = world({ ...early, ...complete }, () => assert.fail('not called'));
  const response = kernel.handle(context) as HttpResponse;
  assert.deepEqual([response.status, response.headers.get('x-complete')], [422, 'yes']);
});

test('a listener of kernel.request can fail the request without throwing', async () => {
  const handlers = {
    'kernel.request': (event: RequestEvent) => event.fail(new HttpError(403)),
    'kernel.exception': (event: ExceptionEvent) => event.respond(new HttpResponse(getStatus(event.error))),
  };
  const { kernel, context, reported } = world(handlers, () => assert.fail('not called'));
  assert.equal((await kernel.handle(context)).status, 403);
  assert.deepEqual([getStatus(context.error), reported.length], [403, 1]);
});

test('all events of a request have its context, its web Request and what they are about', async () => {
  const seen: unknown[] = [];
  const response = new HttpResponse(200);
  const delivery = { bytes: 1, milliseconds: 2, aborted: false };
  const handlers = {
    'kernel.request': ({ context: { path }, request }: RequestEvent) => void seen.push(path, request.url),
    'kernel.controller': (event: ControllerEvent) => void seen.push(event.context.path, typeof event.controller),
    'kernel.controller_arguments': (event: ControllerArgumentsEvent) =>
      void seen.push(event.context.path, event.controller === controller),
    'kernel.view': (event: ViewEvent) => {
      seen.push(event.context.path, event.value, event.status, event.body, event.contentType);
      event.respond(response);
    },
    'kernel.response': (event: ResponseEvent) => void seen.push(event.context.path, event.response === response),
    'kernel.finish_request': (event: ResponseEvent) => void seen.push(event.context.path),
    'kernel.terminate': (event: TerminateEvent) =>
      void seen.push(event.context.path, event.response === response, event.delivery === delivery),
  };
  const controller = (): string => 'data';
  const { kernel, context } = world(handlers, controller);
  kernel.handle(context);
  await kernel.terminate(context, response, delivery);
  assert.deepEqual(seen, [
    ...['/x', 'http://localhost/x', '/x', 'function', '/x', true],
    ...['/x', 'data', 200, null, '', '/x', true, '/x', '/x', true, true],
  ]);
});

test('a handler that returns the same HttpResponse again gets a copy, so that headers do not accumulate', async () => {
  const shared = new HttpResponse(200, ['A', '1'], 'text');
  const handlers = { 'kernel.response': ({ response }: ResponseEvent) => response.headers.append('B', '2') };
  const { kernel, context } = world(handlers, () => shared);
  const response = await kernel.handle(context);
  assert.deepEqual([response.status, response.headers.list, response.body], [200, ['A', '1', 'B', '2'], 'text']);
  assert.deepEqual(shared.headers.list, ['A', '1']);
});

test('reports a function that a controller returned as data without a response', async () => {
  const { kernel, context, reported } = world({}, () => () => 1);
  assert.equal((await kernel.handle(context)).status, 500);
  assert.match(String(reported[0]![0]), /returned a function/);
});

test('errors of the kernel have a name, a code and the name of the route', () => {
  const { kernel, context, reported } = world();
  kernel.handle(context);
  const withoutResponse = world({ 'kernel.request': () => {} }, () => 7);
  withoutResponse.kernel.handle(withoutResponse.context);
  const errors = [reported[0]![0], withoutResponse.reported[0]![0]] as (Error & { code: string })[];
  assert.deepEqual(
    errors.map(({ name, code }) => [name, code]),
    [
      ['ControllerNotFoundError', 'ORIEL_CONTROLLER_NOT_FOUND'],
      ['NoResponseError', 'ORIEL_NO_RESPONSE'],
    ],
  );
  assert.match(errors[1]!.message, /^The controller of route "x" returned a number, and/);
});

test('a request has unlimited time if the time limit is 0', async () => {
  const { kernel, context } = world(view, () => new Promise((resolve) => setTimeout(resolve, 20, 'x')));
  assert.equal((await kernel.handle(context)).status, 200);
});

test('the time limit does not count the time spent waiting for the body, and ends the work of the request', async () => {
  const waited = [0, 15, 15];
  let checks = 0;
  const { kernel, context } = world({}, () => new Promise(() => {}), { timeLimit: 10 });
  Object.defineProperty(context.incoming.body, 'waited', { get: () => waited[checks++] });
  const { signal } = context;
  const response = await kernel.handle(context);
  assert.deepEqual([response.status, checks], [503, 3]);
  assert.deepEqual([signal.aborted, getStatus(signal.reason)], [true, 503]);
});

test('a forwarded request has no time limit of its own', async () => {
  const { kernel, context } = world(view, () => new Promise((resolve) => setTimeout(resolve, 20, 'x')), {
    timeLimit: 5,
  });
  const child = createSubRequest(context, '/x');
  child.plan = context.plan;
  child.route = context.route;
  assert.equal((await kernel.handle(child)).status, 200);
});
