/** Validation of path parameters, queries and bodies, and the problems it causes. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import { problem, route } from '../../packages/host/src/index.ts';
import type { ProblemDocument } from '../../packages/host/src/index.ts';
import { testTransports } from './test-transports.ts';

const taken = problem(409, '/problems/taken', z.object({ name: z.string() }));

const routes = [
  route('city', 'GET /cities/{id<\\d+>}', {
    params: z.object({ id: z.coerce.number().max(1_000) }),
    handle: ({ params }) => params,
  }),
  route('search', 'GET /search', {
    query: z.object({
      page: z.coerce.number().int().default(1),
      country: z.string().optional(),
      tags: z.array(z.string()).default([]),
    }),
    handle: ({ query }) => query,
  }),
  route('add', 'POST /cities', {
    body: z.object({ name: z.string().min(2), population: z.number() }),
    handle: ({ body }) => body,
  }),
  route('rename', 'PATCH /cities', { body: z.object({ name: z.string() }), handle: ({ body }) => body }),
  route('raw', 'POST /raw', { handle: ({ payload }) => payload.text() }),
  route('echo', 'GET /echo/{name}', { handle: ({ params, query }) => ({ params, query }) }),
  route('take', 'POST /take', {
    handle: () => {
      throw taken({ name: 'Ulm', detail: 'The name "Ulm" is taken' });
    },
  }),
];

const json = { 'Content-Type': 'application/json' };

async function getProblem(
  response: Response,
): Promise<ProblemDocument & { errors?: { parameter?: string; pointer?: string; detail: string }[] }> {
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  const document = (await response.json()) as ProblemDocument;
  assert.equal(document.status, response.status);
  return document;
}

testTransports(
  'handlers receive the path parameters, query and body that the schemas return',
  { routes },
  async (send) => {
    assert.deepEqual(await (await send('GET /cities/7')).json(), { id: 7 });
    assert.deepEqual(await (await send('GET /search?page=3&tags=a')).json(), { page: 3, tags: ['a'] });
    assert.deepEqual(
      await (await send('POST /cities', { headers: json, body: '{"name":"Ulm","population":1}' })).json(),
      { name: 'Ulm', population: 1 },
    );
    assert.equal(
      await (await send('POST /raw', { headers: { 'Content-Type': 'text/plain' }, body: 'any text' })).text(),
      'any text',
    );
  },
);

testTransports('a path parameter that the route or its schema rejects is 404', { routes }, async (send) => {
  assert.match((await getProblem(await send('GET /cities/ulm'))).detail!, /^No route found/);
  const tooBig = await getProblem(await send('GET /cities/1001'));
  assert.deepEqual(
    [tooBig.status, tooBig.type, tooBig.errors?.[0]?.parameter],
    [404, '/problems/path-parameter', 'id'],
  );
});

testTransports('an invalid query is 400 with all violations and suggestions', { routes }, async (send) => {
  const { status, errors } = await getProblem(await send('GET /search?contry=de&page=x&__proto__=1'));
  assert.equal(status, 400);
  assert.deepEqual(
    errors?.map(({ parameter }) => parameter),
    ['contry', '__proto__', 'page'],
  );
  assert.match(errors[0]!.detail, /did you mean "country"\?/);
});

testTransports('an invalid body is 422 with a pointer for each violation', { routes }, async (send) => {
  const { status, type, errors } = await getProblem(
    await send('POST /cities', { headers: json, body: '{"name":"U","population":"x"}' }),
  );
  assert.deepEqual(
    [status, type, errors?.map(({ pointer }) => pointer)],
    [422, '/problems/validation', ['/name', '/population']],
  );
});

testTransports('malformed JSON is 400 with line and column', { routes }, async (send) => {
  const document = await getProblem(await send('POST /cities', { headers: json, body: '{\n  "name": x}' }));
  assert.deepEqual([document.status, document['line'], document['column']], [400, 2, 11]);
});

testTransports(
  'a body of an unsupported media type is 415 with Accept-Post or Accept-Patch',
  { routes },
  async (send) => {
    const post = await send('POST /cities', { headers: { 'Content-Type': 'text/plain' }, body: 'x' });
    assert.deepEqual(
      [post.status, post.headers.get('accept-post')],
      [415, 'application/json, application/x-www-form-urlencoded'],
    );
    const patch = await send('PATCH /cities', { headers: { 'Content-Type': 'text/plain' }, body: 'x' });
    assert.deepEqual(
      [patch.status, patch.headers.get('accept-patch')],
      [415, 'application/json, application/x-www-form-urlencoded'],
    );
  },
);

testTransports('OPTIONS returns Allow, Accept-Post and Accept-Patch', { routes }, async (send) => {
  const response = await send('OPTIONS /cities');
  assert.equal(response.status, 204);
  assert.deepEqual(
    ['allow', 'accept-post', 'accept-patch'].map((name) => response.headers.get(name)),
    [
      'POST, PATCH, OPTIONS',
      'application/json, application/x-www-form-urlencoded',
      'application/json, application/x-www-form-urlencoded',
    ],
  );
});

testTransports('__proto__ is an ordinary name in the path, the query and the body', { routes }, async (send) => {
  assert.equal(
    await (await send('GET /echo/__proto__?__proto__=1&constructor=2')).text(),
    '{"params":{"name":"__proto__"},"query":{"__proto__":"1","constructor":"2"}}',
  );
  await send('POST /cities', { headers: json, body: '{"name":"Ulm","population":1,"__proto__":{"polluted":true}}' });
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

testTransports('the response to a declared problem has its members', { routes }, async (send) => {
  const expected = {
    type: '/problems/taken',
    title: 'Conflict',
    status: 409,
    detail: 'The name "Ulm" is taken',
    name: 'Ulm',
  };
  assert.deepEqual(await getProblem(await send('POST /take')), expected);
});

testTransports('errors have the media type that the client prefers, on every path', { routes }, async (send) => {
  for (const line of ['GET /nowhere', 'POST /search', 'GET /search?x=1']) {
    for (const [accept, type] of [
      ['text/html', 'text/html; charset=utf-8'],
      ['application/json', 'application/problem+json'],
      ['*/*', 'application/problem+json'],
      ['application/vnd.api+json', 'application/problem+json'],
      ['text/plain, text/html;q=0.5', 'text/plain; charset=utf-8'],
    ] as const) {
      const response = await send(line, { headers: { Accept: accept } });
      assert.equal(response.headers.get('content-type'), type, `${line} ${accept}`);
      assert.match(response.headers.get('vary')!, /Accept/);
    }
  }
});
