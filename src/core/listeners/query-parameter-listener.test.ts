import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { BadRequestError } from '../http/errors.ts';
import type { StandardSchema } from '../http/standard-schema.ts';
import type { Violation, HttpError } from '../http/errors.ts';
import { RequestEvent } from '../kernel/events.ts';
import { createContext } from '../../testing/create-context.ts';
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

test('a query becomes what its schema makes of it', async () => {
  assert.deepEqual((await read({ query: Search }, 'page=3&tags=a&tags=b')).query, { page: 3, tags: ['a', 'b'] });
});

test('a list that came once is a list', async () => {
  assert.deepEqual((await read({ query: Search }, 'tags=a')).query, { page: 1, tags: ['a'] });
});

test('all that is wrong is told at once, with what was probably meant', async () => {
  await assert.rejects(read({ query: Search }, 'contry=x&page=many&__proto__=1'), (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.equal(error.type, '/problems/query-parameter');
    const errors = error.extensions['errors'] as Violation[];
    assert.deepEqual(
      errors.map(({ parameter }) => parameter),
      ['contry', '__proto__', 'page'],
    );
    assert.equal(errors[0]?.detail, 'is not known here; did you mean "country"?');
    assert.equal(errors[1]?.detail, 'is not known here; known are page, country, tags');
    return true;
  });
});

test('a stranger alone is refused too, and one to a schema that needs time', async () => {
  await assert.rejects(read({ query: z.object({}) }, 'x=1'), /x: is not known here; this route takes none/);
  const slow = z.object({ page: z.string() }).refine(async () => true);
  await assert.rejects(read({ query: slow }, 'page=1&x=1'), /x: is not known here/);
  assert.deepEqual((await read({ query: slow }, 'page=1')).query, { page: '1' });
});

test('thousands of strangers do not make a far longer answer', async () => {
  const query = Array.from({ length: 3_000 }, (_, i) => `z${i}`).join('&');
  await assert.rejects(read({ query: Search }, query), ({ message }: Error) => message.length < 3_000);
});

test('lenient takes strangers as if they were not there', async () => {
  assert.deepEqual((await read({ query: Search }, 'x=1', { strict: false })).query, { page: 1, tags: [] });
});

test('a schema that takes any member decides alone', async () => {
  assert.deepEqual((await read({ query: z.looseObject({}) }, 'x=1')).query, { x: '1' });
});

test('a path parameter that does not fit means there is no such resource', async () => {
  const params = z.object({ id: z.coerce.number() });
  assert.deepEqual((await read({ params }, '', { params: { id: '7' } })).params, { id: 7 });
  await assert.rejects(
    read({ params }, '', { params: { id: 'x' } }),
    (error: HttpError) => error.status === 404 && error.type === '/problems/path-parameter',
  );
});

test('a schema over all of them names the query', async () => {
  const either = z.object({ a: z.string().optional() }).refine(() => false, 'give a or b');
  await assert.rejects(read({ query: either }, ''), /Wrong query: \(query\): give a or b/);
});

test('a route without schemas is left alone', () => {
  assert.equal(new QueryParameterListener(true).appliesTo({}), false);
});
