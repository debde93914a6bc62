import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { createContext } from '../../../host/src/testing/index.ts';
import { BodyCapture } from './body-capture.ts';
import { watchRequestBody, watchResponseBody } from './captured-bodies.ts';

const text = (capture: BodyCapture | undefined): string => Buffer.from(capture!.content()).toString();

test('a long body is captured up to the cap, and its size is that of the whole body', () => {
  const capture = new BodyCapture(5);
  for (const piece of ['abc', 'def', 'ghi']) capture.add(Buffer.from(piece));
  assert.equal(text(capture), 'abcde');
  assert.equal(capture.size, 9);
  assert.equal(text(new BodyCapture(5)), '');
});

test('a request body is captured once when it is read, even if it is read several times', async () => {
  const context = createContext('POST /notes', { body: 'Grüße' });
  const bodies = watchRequestBody(context, 100);
  assert.equal(await context.body.text(), 'Grüße');
  assert.equal(Buffer.from(await context.body.bytes()).toString(), 'Grüße');
  assert.equal(text(bodies.request), 'Grüße');
  assert.equal(bodies.request!.size, Buffer.byteLength('Grüße'));
});

test('a request body that is read as a stream is captured chunk by chunk', async () => {
  const context = createContext('POST /notes', { body: 'as it passes' });
  const bodies = watchRequestBody(context, 5);
  assert.equal(context.body.present, true);
  assert.equal(await new Response(context.body.stream()).text(), 'as it passes');
  assert.equal(text(bodies.request), 'as it');
});

test('the body of a GET request is not captured', () => {
  assert.deepEqual(watchRequestBody(createContext('GET /notes'), 5), { request: undefined, response: undefined });
});

test('a streamed response is captured chunk by chunk, and canceling it cancels its source', async () => {
  const reasons: unknown[] = [];
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from('again ')),
    cancel: (reason) => void reasons.push(reason),
  });
  const bodies = { request: undefined, response: undefined as BodyCapture | undefined };
  const response = new HttpResponse(200, [], source);
  watchResponseBody(response, bodies, 100);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  assert.equal(Buffer.from((await reader.read()).value!).toString(), 'again ');
  await reader.cancel('enough');
  assert.deepEqual(reasons, ['enough']);
  assert.match(text(bodies.response), /^(again )+$/);
});

test('a text response is not changed', () => {
  const bodies = { request: undefined, response: undefined };
  const response = new HttpResponse(200, [], 'text');
  watchResponseBody(response, bodies, 100);
  assert.deepEqual([response.body, bodies.response], ['text', undefined]);
});
