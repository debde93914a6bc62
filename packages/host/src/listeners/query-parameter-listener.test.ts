import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { BadRequestError } from '../../../core/src/http/http-errors.ts';
import type { StandardSchema } from '../../../core/src/http/standard-schema.ts';
import type { Violation, HttpError } from '../../../core/src/http/http-errors.ts';
import { RequestEvent } from '../kernel/events.ts';
import { createContext } from '../testing/create-context.ts';
import { QueryParameterListener } from './query-parameter-listener.ts';

async function read(
  schemas: { params?: StandardSchema; query?: StandardSchema },
  query: string,
  { strict = true, params = {} } = {},
) {
  const listener = new QueryParameterListener(strict);
  assert.ok(listener.appliesTo(schemas));
  const context = createContext(`GET /?${query}`, { route: { name: 'x', path: '/', data: schemas }, params });
  await listener.onRequest(new RequestEvent(context));
  return context.input;
}

const Search = z.object({
  page: z.coerce.number().int().default(1),
  country: z.string().optional(),
  tags: z.array(z.string()).default([]),
});

test('the query input is the output of its schema', async () => {
  assert.deepEqual((await read({ query: Search }, 'page=3&tags=a&tags=b')).query, { page: 3, tags: ['a', 'b'] });
});

test('a list parameter that was sent once is a list', async () => {
  assert.deepEqual((await read({ query: Search }, 'tags=a')).query, { page: 1, tags: ['a'] });
});

test('reports all issues at once, with suggestions for unknown names', async () => {
  await assert.rejects(read({ query: Search }, 'contry=x&page=many&__proto__=1'), (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.equal(error.type, '/problems/query-parameter');
    const errors = error.extensions['errors'] as Violation[];
    assert.deepEqual(
      errors.map(({ parameter }) => parameter),
      ['contry', '__proto__', 'page'],
    );
    assert.equal(String(errors[0]?.detail), 'unknown parameter; did you mean "country"?');
    assert.equal(String(errors[1]?.detail), 'unknown parameter; known parameters: page, country, tags');
    return true;
  });
});

test('rejects a request whose only issue is an unknown parameter, also with an asynchronous schema', async () => {
  await assert.rejects(read({ query: z.object({}) }, 'x=1'), /x: unknown parameter; this route has no parameters/);
  const slow = z.object({ page: z.string() }).refine(async () => true);
  await assert.rejects(read({ query: slow }, 'page=1&x=1'), /x: unknown parameter/);
  assert.deepEqual((await read({ query: slow }, 'page=1')).query, { page: '1' });
});

test('limits the number of unknown parameters in the response', async () => {
  const query = Array.from({ length: 3_000 }, (_, i) => `z${i}`).join('&');
  await assert.rejects(read({ query: Search }, query), ({ message }: Error) => message.length < 3_000);
});

test('ignores unknown parameters in lenient mode', async () => {
  assert.deepEqual((await read({ query: Search }, 'x=1', { strict: false })).query, { page: 1, tags: [] });
});

test('accepts every parameter if the schema accepts additional members', async () => {
  assert.deepEqual((await read({ query: z.looseObject({}) }, 'x=1')).query, { x: '1' });
});

test('an invalid path parameter is rejected with 404', async () => {
  const params = z.object({ id: z.coerce.number() });
  assert.deepEqual((await read({ params }, '', { params: { id: '7' } })).params, { id: 7 });
  await assert.rejects(
    read({ params }, '', { params: { id: 'x' } }),
    (error: HttpError) => error.status === 404 && error.type === '/problems/path-parameter',
  );
});

test('an issue of the whole query has no parameter name', async () => {
  const either = z.object({ a: z.string().optional() }).refine(() => false, 'give a or b');
  await assert.rejects(read({ query: either }, ''), /Invalid query: \(query\): give a or b/);
});

test('ignores a route without schemas', () => {
  assert.equal(new QueryParameterListener(true).appliesTo({}), false);
});
