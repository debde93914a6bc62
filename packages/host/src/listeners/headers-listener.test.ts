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
  for (let i = 0; i < 2; i++) new HeadersListener(true).onResponse(new ResponseEvent(context, response));
  assert.deepEqual(response.headers.list, ['X-Request-Id', 'abc', ...NOSNIFF]);
});

test('adds nosniff once, and no request id if that is disabled', () => {
  const response = new HttpResponse(200);
  for (let i = 0; i < 2; i++)
    new HeadersListener(false).onResponse(new ResponseEvent(createContext('GET /'), response));
  assert.deepEqual(response.headers.list, NOSNIFF);
});

test('the response to a forwarded request has no such headers, because the outer response has them', () => {
  const response = new HttpResponse(200);
  new HeadersListener(true).onResponse(new ResponseEvent(createSubRequest(createContext(), '/x'), response));
  assert.deepEqual(response.headers.list, []);
});
