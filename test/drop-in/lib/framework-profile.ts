import assert from 'node:assert/strict';
import type { Profile } from '../../../packages/profiler/src/profile/profile.ts';
import type { FrameworkRequest } from './framework-requests.ts';

/** A framework, and what it can state. */
export interface Framework {
  readonly file: string;
  readonly name: RegExp;
  /** Calls that the pipeline of each request contains, as `kind name`. */
  readonly pipeline: readonly string[];
  /** Calls that the pipeline of each request with a route contains. */
  readonly routePipeline?: readonly string[];
  /** The names of its handlers in the pipeline, if their lines are not known. */
  readonly handlers?: RegExp;
  readonly routes: boolean;
  readonly catchesErrors: boolean;
  readonly knowsUser: boolean;
  /** The class of its errors with a status, which its application throws; default `Error`. */
  readonly httpError?: string;
  /** Whether its handlers have the response of Node.js. */
  readonly hasResponse: boolean;
  /** The names of requests that its application cannot answer like the others. */
  readonly without?: readonly string[];
  /** Whether it never answers a request that arrives before the response to the previous one is complete. */
  readonly hangsOnPipelining?: boolean;
}

/** Checks that a profile contains what the request is, and what its framework states. */
export function checkProfile({ summary, data }: Profile, request: FrameworkRequest, framework: Framework): void {
  assert.ok(request.status.includes(summary.status), `status ${summary.status}`);
  assert.equal(summary.method, request.method);
  assert.equal(summary.path, request.path.replace(/\?.*/, ''));
  assert.equal(summary.host, 'shop.test');
  assert.match(data.framework?.name ?? '', framework.name);
  if (request.requestBytes !== undefined) assert.equal(summary.requestBytes, request.requestBytes);
  if (request.bytes !== undefined) assert.equal(summary.bytes, request.bytes);
  if (request.sent !== undefined) assert.equal(data.request.body?.content, request.sent);
  if (request.response !== undefined) assert.equal(data.response.body?.content, request.response);
  const messages = data.logs.filter(({ channel, level }) => channel === 'console' && level === 'info');
  assert.deepEqual(
    messages.map(({ message }) => message),
    (request.logs ?? []).filter((log) => framework.hasResponse || !log.startsWith('finished')),
  );
  assert.equal(summary.httpCount, request.calls ?? 0);
  if (framework.knowsUser) assert.deepEqual(data.framework?.user, request.user);
  if (request.path === '/handled' && summary.status === 200) assert.equal(summary.exception, 'RangeError');
  else if (request.exception !== undefined || summary.status < 400)
    assert.equal(summary.exception, framework.catchesErrors ? expectedException(request, framework) : undefined);
  if (!framework.routes) {
    // A path that does not exist has a guessed route only if another response has it.
    const guessed = `~${summary.path.replaceAll(/\d+/g, ':n')}`;
    if (summary.status < 400 || data.framework?.route !== undefined) assert.equal(data.framework?.route, guessed);
    assert.equal(data.framework?.isGuessedRoute, data.framework?.route === undefined ? undefined : true);
  }
  if (framework.routes && request.route !== undefined && summary.status !== 404)
    checkRoute({ summary, data }, request, framework);
  // A body that cannot be parsed skips the rest of the pipeline.
  if (summary.status === 400) return;
  const calls = data.pipeline.map(({ event, listener }) => `${event} ${listener}`);
  const expected = [
    ...framework.pipeline,
    ...((request.route && summary.status !== 404 && framework.routePipeline) || []),
  ];
  for (const call of expected) assert.equal(calls.filter((other) => other === call).length, 1, calls.join());
}

function expectedException({ path, exception }: FrameworkRequest, { httpError }: Framework): string | undefined {
  return path === '/teapot' ? (httpError ?? exception) : exception;
}

function checkRoute({ data }: Profile, request: FrameworkRequest, { handlers: names }: Framework): void {
  assert.equal(data.framework?.route, request.route);
  assert.deepEqual(data.request.params, request.params ?? {});
  const handlers = data.pipeline.filter(({ event }) => event === 'handler').map(({ listener }) => listener);
  if (names === undefined) {
    assert.match(data.request.handler ?? '', /^(?:lib|frameworks)\/[-\w]+\.mjs:\d+$/);
    assert.ok(handlers.length > 0);
  } else {
    assert.equal(data.request.handler, undefined);
    assert.match(handlers.join(), names);
  }
}
