import { doesNotReject, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import type { Host } from 'oriel';
import { hold } from './held.ts';
import { library } from './library.ts';

/** Every difference between a document and what a host does is seen: the host does not lie, so these exchanges do. */

const JSON_TYPE = { 'Content-Type': 'application/json' };
const item = {
  ...{ id: 1, title: 'Book 1', isbn: null, price: 1, available: true, publishedAt: null, tags: [], notes: {} },
  author: '/api/authors/1',
};
const { id: _, ...sent } = item;

interface Lie {
  readonly line: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: unknown;
}

const lies: readonly (readonly [what: string, difference: RegExp, lie: Lie])[] = [
  ['a path', /no such path/, { line: 'GET /api/covers', status: 200, answer: [] }],
  ['an operation', /no such operation/, { line: 'DELETE /api/books', status: 204 }],
  ['a parameter', /no parameter "colour"/, { line: 'GET /api/books?colour=red', status: 200, answer: [] }],
  ['a value', /does not allow "x" for "page"/, { line: 'GET /api/books?page=x', status: 200, answer: [] }],
  ['a group', /deepObject/, { line: 'GET /api/books?or[0][colour]=x', status: 200, answer: [] }],
  ['no body', /demands a body/, { line: 'POST /api/books', status: 201, answer: item }],
  [
    'a type',
    /no body of text\/plain/,
    { line: 'POST /api/books', type: 'text/plain', body: 'x', status: 201, answer: item },
  ],
  [
    'a body',
    /does not allow this body/,
    { line: 'POST /api/books', body: { ...sent, price: -1 }, status: 201, answer: item },
  ],
  [
    'a member',
    /does not allow this body/,
    { line: 'POST /api/books', body: { ...sent, id: 9 }, status: 201, answer: item },
  ],
  ['a status', /no such answer/, { line: 'GET /api/books/1', status: 410, answer: item }],
  [
    'a header',
    /no header x-colour/,
    { line: 'GET /api/books/1', status: 200, headers: { 'X-Colour': 'red' }, answer: item },
  ],
  [
    'a content type',
    /no answer as image\/png/,
    { line: 'GET /api/books/1', status: 200, headers: { 'Content-Type': 'image/png' }, answer: item },
  ],
  [
    'an answer',
    /required property 'author'/,
    { line: 'GET /api/books/1', status: 200, answer: { ...item, author: undefined } },
  ],
  ['a secret', /unevaluated/, { line: 'GET /api/books/1', status: 200, answer: { ...item, secret: 1 } }],
  ['nothing', /tells of a body/, { line: 'GET /api/books/1', status: 200 }],
  ['a method as not allowed', /has this operation/, { line: 'PUT /api/books/1', body: sent, status: 405, answer: {} }],
  ['fewer methods', /Allow: GET/, { line: 'PATCH /api/books', status: 405, headers: { Allow: 'GET' }, answer: {} }],
  ['a type it reads as unknown', /has a body of/, { line: 'POST /api/books', body: sent, status: 415, answer: {} }],
  [
    'a parameter it has as unknown',
    /has the parameter "page"/,
    {
      ...{ line: 'GET /api/books?page=2', status: 400, headers: { 'Content-Type': 'application/problem+json' } },
      answer: {
        type: 'x',
        title: 'x',
        status: 400,
        errors: [{ code: 'unknown_parameter', parameter: 'page', detail: 'x' }],
      },
    },
  ],
  [
    'a member it has as unknown',
    /allows the member/,
    {
      ...{ line: 'POST /api/books', body: sent, status: 422, headers: { 'Content-Type': 'application/problem+json' } },
      answer: {
        type: 'x',
        title: 'x',
        status: 422,
        errors: [{ code: 'unknown_member', pointer: '/isbn', detail: 'x' }],
      },
    },
  ],
];

for (const [what, difference, lie] of lies)
  test(`a host that takes, answers or refuses ${what} against its document is seen`, async () => {
    await rejects(tell(library().host, lie), difference);
  });

test('what the document tells is no difference', async () => {
  const { host } = library();
  await doesNotReject(tell(host, { line: 'GET /api/books/1', status: 200, answer: item }));
  await doesNotReject(tell(host, { line: 'POST /api/books', body: sent, status: 201, answer: item }));
  await doesNotReject(tell(host, { line: 'GET /elsewhere', status: 200, answer: 'anything' }));
});

function tell(host: Host, { line, body, type, status, headers, answer }: Lie): Promise<void> {
  const text = answer === undefined ? null : JSON.stringify(answer);
  const asked =
    body === undefined ? {} : { headers: type ? { 'Content-Type': type } : JSON_TYPE, body: JSON.stringify(body) };
  return hold(host, line, asked, new Response(text, { status, headers: { ...(text ? JSON_TYPE : {}), ...headers } }));
}
