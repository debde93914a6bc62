import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../testing/create-context.ts';
import { HandlerInput } from './handler-input.ts';
import type { HandlerServices } from './handler-input.ts';

function input(context = createContext('GET /x?q=1&t=a&t=b')) {
  const calls: unknown[] = [];
  const services: HandlerServices = {
    forward: async (_context, target, body) => void calls.push(['forward', target, body]) as never,
    urlFor: (_context, name, params, absolute) => (calls.push(['urlFor', name, params, absolute]), '/url'),
    log: (_context, level, message, details) => void calls.push(['log', level, message, details]),
  };
  return { input: new HandlerInput(context, services), calls, context };
}

test('without schemas, a handler receives the captured path parameters and the parsed query', () => {
  const { input: plain } = input(createContext('GET /x?q=1&t=a&t=b', { params: { id: '7' } }));
  assert.deepEqual(plain.params, { id: '7' });
  assert.deepEqual({ ...(plain.query as object) }, { q: '1', t: ['a', 'b'] });
  assert.equal(plain.body, undefined);
});

test('with schemas, a handler receives their output', () => {
  const { input: checked, context } = input();
  context.input = { params: { id: 7 }, query: { q: 1 }, body: { a: 1 } };
  assert.deepEqual([checked.params, checked.query, checked.body], [{ id: 7 }, { q: 1 }, { a: 1 }]);
});

test('a handler has access to the context, the body and the web Request', () => {
  const { input: plain, context } = input();
  assert.equal(plain.headers, context.headers);
  assert.equal(plain.request, context.request);
  assert.equal(plain.signal, context.signal);
  assert.equal(plain.payload, context.body);
  assert.deepEqual([plain.ip, plain.host], ['127.0.0.1', 'localhost']);
});

test('urlFor, forward and log can be destructured and called on their own', async () => {
  const { input: plain, calls } = input();
  const { urlFor, forward, log } = plain;
  urlFor('city');
  urlFor('city', { id: 7 }, false);
  await forward('GET /x', { a: 1 });
  log('info', 'hello');
  assert.deepEqual(calls, [
    ['urlFor', 'city', {}, true],
    ['urlFor', 'city', { id: 7 }, false],
    ['forward', 'GET /x', { a: 1 }],
    ['log', 'info', 'hello', {}],
  ]);
});

test('earlyHints passes the links to the connection', () => {
  const hints: unknown[] = [];
  input(createContext('GET /', { onEarlyHints: (links) => hints.push(links) })).input.earlyHints('<a>', '<b>');
  assert.deepEqual(hints, [['<a>', '<b>']]);
});
