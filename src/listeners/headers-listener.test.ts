import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse } from '../http/index.ts';
import { ResponseEvent, createSubRequest } from '../kernel/index.ts';
import { createContext } from '../testing/create-context.ts';
import { HeadersListener } from './headers-listener.ts';

test('the request id is echoed, once, in place of any the answer had', () => {
  const context = createContext('GET /', { headers: { 'X-Request-Id': 'abc' } });
  const response = new HttpResponse(200, ['X-Request-Id', 'of the upstream']);
  for (let i = 0; i < 2; i++) new HeadersListener().onResponse(new ResponseEvent(context, response));
  assert.deepEqual(response.headers.list, ['X-Request-Id', 'abc']);
});

test('the answer to a forwarded request has none: the outer one carries it', () => {
  const response = new HttpResponse(200);
  new HeadersListener().onResponse(new ResponseEvent(createSubRequest(createContext(), '/x'), response));
  assert.deepEqual(response.headers.list, []);
});
