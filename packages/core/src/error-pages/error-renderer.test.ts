import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  HttpError,
  MethodNotAllowedError,
  NotFoundError,
  ServiceUnavailableError,
  UnprocessableContentError,
} from '../http/http-errors.ts';
import { ErrorRenderer } from './error-renderer.ts';
import type { ErrorContext } from './error-renderer.ts';
import { createFallbackResponse } from './error-response.ts';

const development = new ErrorRenderer({ reveal: true });
const production = new ErrorRenderer({ reveal: false });
const facts = (accept?: string, more: Partial<ErrorContext> = {}): ErrorContext => ({
  accept,
  method: 'GET',
  url: 'http://localhost/x',
  headers: () => [['Host', 'localhost']],
  logs: [{ level: 'error', channel: 'db', message: 'log-secret', context: {}, time: 0 }],
  hints: () => [{ text: 'hint-secret', links: [{ label: 'GET /{id}', href: '' }] }],
  ...more,
});
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

for (const [accept, type] of [
  [undefined, 'application/problem+json'],
  ['*/*', 'application/problem+json'],
  ['application/*', 'application/problem+json'],
  ['application/problem+json', 'application/problem+json'],
  ['application/json', 'application/problem+json'],
  ['application/json, text/plain, */*', 'application/problem+json'],
  ['application/ld+json', 'application/problem+json'],
  ['application/vnd.api+json', 'application/problem+json'],
  ['application/hal+json', 'application/problem+json'],
  ['image/png', 'application/problem+json'],
  ['*/*;q=0', 'application/problem+json'],
  [BROWSER, 'text/html; charset=utf-8'],
  ['text/html;q=0.4, application/json;q=0.5', 'application/problem+json'],
  ['text/html;q=0.6, application/json;q=0.5', 'text/html; charset=utf-8'],
  ['text/markdown, text/html;q=0.9', 'text/markdown; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
] as const) {
  test(`Accept: ${accept ?? '(none)'} is answered with ${type} in development and production`, () => {
    for (const renderer of [development, production]) {
      const response = renderer.render(new NotFoundError('No book'), facts(accept));
      assert.equal(response.status, 404);
      assert.equal(response.headers.get('content-type'), type);
      assert.equal(response.headers.get('vary'), 'Accept');
    }
  });
}

test('a problem in production has type, title, status and detail, in this order', () => {
  const error = new NotFoundError('No route found for "GET http://localhost/x"');
  assert.equal(
    production.render(error, facts()).body,
    String.raw`{"type":"about:blank","title":"Not Found","status":404,"detail":"No route found for \"GET http://localhost/x\""}`,
  );
});

test('the message of a 404 is sent to the client in every format', () => {
  for (const accept of ['*/*', 'text/html', 'text/markdown', 'text/plain']) {
    assert.match(String(production.render(new NotFoundError('No book 7'), facts(accept)).body), /No book 7/);
  }
});

test('no format contains internal details in production', () => {
  const errors = [
    new Error('internal-secret', { cause: new Error('cause-secret') }),
    new HttpError(502, 'internal-secret'),
    'internal-secret',
    { 'internal-secret': 1 },
  ];
  for (const accept of ['*/*', 'text/html', 'text/markdown', 'text/plain', 'image/png']) {
    for (const error of errors) {
      const { body, status } = production.render(error, facts(accept));
      assert.doesNotMatch(String(body), /secret|errors\/|\.ts|node:/);
      assert.match(String(body), new RegExp(String(status)));
    }
  }
});

test('production does not compute details that it does not show', () => {
  const never = (): never => assert.fail('asked');
  production.render(new Error(), facts('text/html', { headers: never, hints: never }));
});

test('a problem in development contains the exception, its source and hints', () => {
  const body = JSON.parse(
    String(development.render(new NotFoundError('No book', { cause: new Error('why') }), facts()).body),
  ) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['type', 'title', 'status', 'detail', 'exception', 'trace', 'causes', 'hints']);
  assert.deepEqual(body['exception'], {
    class: 'NotFoundError',
    chain: ['NotFoundError', 'HttpError', 'Error'],
    message: 'No book',
  });
  assert.match((body['trace'] as string[])[0]!, /error-renderer\.test\.ts:\d+:\d+\)?$/);
  assert.deepEqual(body['hints'], [{ text: 'hint-secret', links: [{ label: 'GET /{id}' }] }]);
});

test('development reveals the message of a 500', () => {
  assert.match(String(development.render(new Error('internal'), facts()).body), /"detail":"internal"/);
});

test('the response contains the headers of the error', () => {
  const response = production.render(new MethodNotAllowedError(['GET', 'HEAD'], 'no'), facts(BROWSER));
  assert.equal(response.headers.get('allow'), 'GET, HEAD');
  assert.equal(
    production
      .render(new ServiceUnavailableError('', { headers: { 'Retry-After': '120' } }), facts())
      .headers.get('retry-after'),
    '120',
  );
});

test('invalid headers and headers that describe the body are omitted', () => {
  const headers = {
    'X-Good': 'yes',
    'X-Bad': 'a\r\nb',
    'bad name': 'x',
    'content-type': 'text/css',
    'Content-Length': '1',
    Vary: 'Origin, accept',
    'cache-control': 'public',
    'content-security-policy': 'none',
  };
  const response = development.render(new HttpError(418, 'tea', { headers }), facts('text/html'));
  assert.equal(response.headers.get('x-good'), 'yes');
  assert.equal(response.headers.has('x-bad'), false);
  assert.equal(response.headers.has('content-length'), false);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(response.headers.get('vary'), 'Accept, Origin');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('content-security-policy')!, /^default-src 'none'/);
});

test('the Content-Security-Policy of the development page allows its style by a unique nonce', () => {
  const nonces = [0, 1].map(() => {
    const { headers, body } = development.render(new Error('x'), facts('text/html'));
    const [, nonce] = /style-src 'nonce-([\w+/=]+)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/.exec(
      headers.get('content-security-policy')!,
    )!;
    assert.ok(String(body).includes(`<style nonce="${nonce}">`));
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    return nonce;
  });
  assert.notEqual(nonces[0], nonces[1]);
});

test('the Content-Security-Policy of the production page allows its style by a hash', () => {
  const { headers, body } = production.render(new Error('x'), facts('text/html'));
  const style = /<style>(.*?)<\/style>/s.exec(String(body))![1]!;
  assert.ok(
    headers.get('content-security-policy')!.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`),
  );
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('a production page escapes input of the client', () => {
  assert.doesNotMatch(String(production.render(new NotFoundError('<img src=x>'), facts('text/html')).body), /<img/);
});

test('the response has the status of the error even if rendering fails', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const error = new HttpError(409, 'x', { extensions: { cyclic }, headers: { 'X-A': '1' } });
  for (const renderer of [development, production]) {
    const response = renderer.render(error, facts());
    assert.equal(response.status, 409);
    assert.equal(response.body, '{"type":"about:blank","title":"Conflict","status":409}');
    assert.equal(response.headers.get('x-a'), '1');
    assert.equal(response.headers.get('vary'), 'Accept');
  }
});

test('hints and headers that throw are omitted', () => {
  const bomb = (): never => {
    throw new Error('boom');
  };
  const response = development.render(
    new NotFoundError('No book'),
    facts('text/plain', { hints: bomb, headers: bomb }),
  );
  assert.match(String(response.body), /No book/);
});

test('any thrown value is rendered', () => {
  const refuse = (): never => {
    throw new Error('refused');
  };
  const forged = Object.assign(Object.create(HttpError.prototype) as object, { status: 999 });
  const things = [
    null,
    undefined,
    0,
    '',
    Symbol('s'),
    () => 1,
    Object.create(null),
    new Proxy({}, { get: refuse, getPrototypeOf: refuse }),
    forged,
  ];
  for (const thing of things) {
    for (const renderer of [development, production]) {
      for (const accept of [undefined, 'text/html', 'text/markdown', 'text/plain']) {
        const response = renderer.render(thing, facts(accept));
        assert.equal(response.status, 500);
        assert.match(String(response.body), /Internal Server Error/);
      }
    }
    assert.equal(createFallbackResponse(thing).status, 500);
  }
});

test('violations are a member of the problem', () => {
  const error = new UnprocessableContentError([{ pointer: '/title', detail: 'is missing' }]);
  const body = JSON.parse(String(production.render(error, facts()).body)) as Record<string, unknown>;
  assert.deepEqual(body['errors'], [{ pointer: '/title', detail: 'is missing' }]);
});
