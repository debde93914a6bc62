import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { ResponseEvent } from '../kernel/events.ts';
import { createSubRequest } from '../kernel/sub-request.ts';
import { createContext } from '../testing/create-context.ts';
import { HeadersListener } from './headers-listener.ts';

const NOSNIFF = ['X-Content-Type-Options', 'nosniff'];

test('sends the request id once, in place of any that the response had', () => {
  const context = createContext('GET /', { headers: { 'X-Request-Id': 'abc' } });
  const response = new HttpResponse(200, ['X-Request-Id', 'of the upstream']);
  for (let i = 0; i < 2; i++) new HeadersListener().onResponse(new ResponseEvent(context, response));
  assert.deepEqual(response.headers.list, ['X-Request-Id', 'abc', ...NOSNIFF]);
});

test('adds nosniff once', () => {
  const response = new HttpResponse(200);
  const context = createContext('GET /', { headers: { 'X-Request-Id': 'abc' } });
  for (let i = 0; i < 2; i++) new HeadersListener().onResponse(new ResponseEvent(context, response));
  assert.deepEqual(response.headers.list, [...NOSNIFF, 'X-Request-Id', 'abc']);
});

test('the response to a forwarded request has no such headers, because the outer response has them', () => {
  const response = new HttpResponse(200);
  new HeadersListener().onResponse(new ResponseEvent(createSubRequest(createContext(), '/x'), response));
  assert.deepEqual(response.headers.list, []);
});
