import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpError } from '../../../core/src/http/http-errors.ts';
import { RequestEvent } from '../kernel/events.ts';
import { createContext } from '../testing/create-context.ts';
import { HostListener } from './host-listener.ts';
import type { HostPolicy } from './host-listener.ts';

/** Returns 'served', the status and location of a redirect, or the status of a rejection. */
function answer(policy: HostPolicy, host: string, line = 'GET /a?b=%20'): string {
  const event = new RequestEvent(createContext(line, { hostLines: host === '' ? [] : [host] }));
  try {
    new HostListener(policy).onRequest(event);
  } catch (error) {
    return String((error as HttpError).status);
  }
  return event.response ? `${event.response.status} ${event.response.headers.get('location')}` : 'served';
}

test('without a policy, every host name is served', () => {
  assert.equal(answer({}, 'anything.test'), 'served');
});

test('rejects a malformed Host header first', () => {
  assert.equal(answer({}, ''), '400');
  assert.equal(answer({}, 'bad_host!x'), '400');
});

test('serves configured names with and without www, and rejects others with 421', () => {
  const policy = { names: ['example.com', '*.shop.test', 'www.only.test'] };
  for (const host of [
    'example.com',
    'www.example.com',
    'EXAMPLE.com:8000',
    'a.shop.test',
    'www.a.shop.test',
    'www.only.test',
    'only.test',
  ]) {
    assert.equal(answer(policy, host), 'served', host);
  }
  for (const host of ['evil.com', 'example.com.evil.com', 'shop.test', 'api.example.com', 'localhost']) {
    assert.equal(answer(policy, host), '421', host);
  }
});

test('redirects to add or remove www, and preserves path and query', () => {
  const names = ['example.com'];
  assert.equal(answer({ names, www: 'add' }, 'example.com'), '301 http://www.example.com/a?b=%20');
  assert.equal(answer({ names, www: 'add' }, 'www.example.com'), 'served');
  assert.equal(answer({ names, www: 'remove' }, 'www.example.com:8000'), '301 http://example.com:8000/a?b=%20');
  assert.equal(answer({ names, www: 'remove' }, 'example.com'), 'served');
  assert.equal(answer({ names, www: 'serve' }, 'www.example.com'), 'served');
});

test('redirects an unsafe method with 308', () => {
  assert.equal(answer({ names: ['*'], www: 'remove' }, 'www.example.com', 'POST /a'), '308 http://example.com/a');
  assert.equal(answer({ names: ['*'], www: 'remove' }, 'www.example.com', 'HEAD /a'), '301 http://example.com/a');
});

test('does not redirect loopback names, addresses and names without a dot', () => {
  for (const host of ['localhost', 'a.localhost', '127.0.0.1', '10.0.0.1', '[::1]', '[::ffff:10.0.0.1]', 'intranet']) {
    assert.equal(answer({ names: ['*'], www: 'add' }, host), 'served', host);
  }
});

test('in development, serves only loopback names, regardless of the policy', () => {
  const policy = { names: ['example.com'], loopbackOnly: true };
  for (const host of ['localhost', 'www.localhost', 'a.localhost:8000', '127.0.0.1', '[::1]:8000'])
    assert.equal(answer(policy, host), 'served', host);
  for (const host of ['example.com', 'localhost.evil.com', '10.0.0.1']) assert.equal(answer(policy, host), '421', host);
});
