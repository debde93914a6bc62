import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { FinishRequestEvent, RequestEvent } from '../kernel/events.ts';
import { NotFoundError } from '../../../core/src/http/http-errors.ts';
import { ResourceNotFoundError } from '../routing/routing-errors.ts';
import { RedirectableUrlMatcher } from '../routing/redirectable-url-matcher.ts';
import { RouteCollection } from '../routing/route-collection.ts';
import type { RouteDefinition } from '../routing/route-definition.ts';
import { createContext } from '../testing/create-context.ts';
import type { ContextFacts } from '../testing/create-context.ts';
import { Logger } from '../../../core/src/trace/logger.ts';
import { RequestTrace } from '../../../core/src/trace/trace.ts';
import type { LogRecord } from '../../../core/src/trace/trace.ts';
import { RouterListener } from './router-listener.ts';
import { notFoundMessage } from './access-denied.ts';
import { methodNotAllowedMessage } from './route-not-found.ts';

const plan = Object.freeze({});
const routes: RouteDefinition[] = [
  { name: 'city', path: '/cities/{id}', methods: ['GET', 'PATCH'], data: { plan, accepts: 'application/json' } },
  { name: 'add', path: '/cities/', methods: ['POST'], data: { plan, accepts: 'application/json' } },
  { name: 'slash', path: '/slash/', methods: ['GET'], data: { plan } },
  { name: 'bare', path: '/bare', methods: ['POST', 'PATCH'] },
];

function listener(logs: LogRecord[] = []): RouterListener {
  const { routes: table } = RouteCollection.from(routes);
  return new RouterListener(
    new RedirectableUrlMatcher(table),
    new Logger({ write: (record) => void logs.push(record) }, 'info'),
    ['GET', 'PATCH', 'POST'],
  );
}

function routed(line: string, facts?: ContextFacts, logs?: LogRecord[]): RequestEvent {
  const event = new RequestEvent(createContext(line, facts));
  listener(logs).onRequest(event);
  if (event.failure !== undefined) throw event.failure;
  return event;
}

test('stores route, parameters and plan of a match on the context', () => {
  const { context, response } = routed('GET /cities/7');
  assert.deepEqual(
    [context.route?.name, { ...context.params }, context.plan, response],
    ['city', { id: '7' }, plan, undefined],
  );
});

test('logs a match, and creates no record when nothing is recorded', () => {
  const logs: LogRecord[] = [];
  routed('GET /cities/7', {}, logs);
  assert.deepEqual(
    logs.map(({ message }) => message),
    ['Matched route "city".'],
  );
});

test('a path without a route is a 404 with the error of the router as its cause', () => {
  assert.throws(() => routed('GET /x'), { status: 404, message: 'No route found for "GET http://localhost/x"' });
  assert.throws(() => routed('GET /x', { headers: { Referer: 'http://a/' } }), {
    message: 'No route found for "GET http://localhost/x" (from "http://a/")',
  });
});

test('a path without a route has the error of the router as its cause, with the path that was tried last', () => {
  const event = new RequestEvent(createContext('GET /x'));
  listener().onRequest(event);
  const failure = event.failure as Error;
  assert.ok(failure instanceof NotFoundError);
  assert.equal(failure.name, 'NotFoundError');
  assert.ok(failure.cause instanceof ResourceNotFoundError);
  assert.equal(failure.cause.message, 'No routes found for "/x/".');
  assert.equal(failure.cause, failure.cause);
  assert.match(inspect(failure), /^\[NotFoundError: No route found/);
});

test('a method without a route is a 405 with a complete Allow header', () => {
  assert.throws(() => routed('DELETE /cities/7', { headers: { Referer: 'http://a/' } }), {
    status: 405,
    message: 'No route found for "DELETE http://localhost/cities/7": Method Not Allowed (Allow: GET, PATCH)',
    headers: { Allow: 'GET, HEAD, PATCH, OPTIONS' },
  });
});

test('responds to OPTIONS with the allowed methods and the accepted media types', () => {
  const getHeaders = (line: string) => Object.fromEntries(routed(line).response!.headers);
  assert.deepEqual(getHeaders('OPTIONS /cities/7'), {
    Allow: 'GET, HEAD, PATCH, OPTIONS',
    'Accept-Patch': 'application/json',
  });
  assert.deepEqual(getHeaders('OPTIONS /cities/'), { Allow: 'POST, OPTIONS', 'Accept-Post': 'application/json' });
  assert.deepEqual(getHeaders('OPTIONS /bare'), { Allow: 'POST, PATCH, OPTIONS' });
  assert.throws(() => routed('OPTIONS /x'), { status: 404 });
});

test('OPTIONS * lists the methods of the whole server, and * is rejected with other methods', () => {
  assert.equal(routed('OPTIONS *').response?.headers.get('allow'), 'GET, HEAD, PATCH, POST, OPTIONS');
  assert.throws(() => routed('GET *'), { status: 404, message: /OPTIONS only/ });
});

test('redirects to add a missing slash, preserves the query and sets the route', () => {
  const logs: LogRecord[] = [];
  const { response, context } = routed('GET /slash?x=1&y=%20z', { hostLines: ['a.test:8000'] }, logs);
  assert.equal(response?.status, 301);
  assert.equal(response?.headers.get('location'), 'http://a.test:8000/slash/?x=1&y=%20z');
  assert.equal(context.route?.name, 'slash');
  assert.match(logs[0]!.message, /^Matched route/);
});

test('escapes the target in the body of a redirect', () => {
  const { response } = routed('GET /slash?"><script>');
  assert.ok(!String(response?.body).includes('<script>'));
});

test('after a forwarded request, records belong to the route of its parent again', () => {
  const trace = new RequestTrace();
  const context = createContext('GET /cities/7', { trace });
  const router = listener();
  router.onRequest(new RequestEvent(context));
  router.onFinishRequest(new FinishRequestEvent(context));
  trace.log({ level: 'info', channel: 'app', message: 'after', context: {}, time: 0 });
  assert.deepEqual(
    trace.logs.map(({ route }) => route),
    ['city', undefined],
  );
});

test('an error in a route condition is not reported as 404', () => {
  const fail = () => {
    throw new RangeError('broken condition');
  };
  const matcher = { find: fail, search: fail };
  const router = new RouterListener(matcher, new Logger({ write() {} }, 'none'), []);
  assert.throws(() => router.onRequest(new RequestEvent(createContext())), RangeError);
});

test('error messages contain method, URL and declared methods, and omit an empty referer', () => {
  const request = { method: 'GET', origin: 'http://a.test', path: '/x' };
  assert.equal(notFoundMessage(request, ''), 'No route found for "GET http://a.test/x"');
  assert.equal(
    methodNotAllowedMessage(request, ['POST', 'PUT']),
    'No route found for "GET http://a.test/x": Method Not Allowed (Allow: POST, PUT)',
  );
});

test('errors of 404 and 405 have a stack in development only', () => {
  const { routes: table } = RouteCollection.from(routes);
  const getStacks = (line: string, development: boolean) => {
    const event = new RequestEvent(createContext(line));
    const logger = new Logger({ write() {} });
    new RouterListener(new RedirectableUrlMatcher(table), logger, [], development).onRequest(event);
    const stacks: boolean[] = [];
    for (let error = event.failure; error instanceof Error; error = error.cause)
      stacks.push(/\n {4}at /.test(error.stack ?? ''));
    return stacks;
  };
  for (const [line, errors] of [
    ['GET /nowhere', 2],
    ['GET /', 3],
    ['DELETE /bare', 2],
  ] as const) {
    assert.deepEqual(
      getStacks(line, true),
      Array.from({ length: errors }, () => true),
      line,
    );
    assert.ok(
      getStacks(line, false).every((hasStack) => !hasStack),
      line,
    );
  }
});
