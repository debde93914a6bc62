import { doesNotReject, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { resource } from 'oriel';
import type { Host } from 'oriel';
import { createTestHost } from 'oriel/testing';
import { z } from 'zod';
import { Contract } from './contract.ts';
import type { Json } from './contract.ts';
import { hold, holdAgainst } from './held.ts';
import { library } from './library.ts';

/** Every difference between a document and what a host does is seen: the host does not lie, so these exchanges do. */

const JSON_TYPE = { 'Content-Type': 'application/json' };
const item = {
  ...{ id: 1, title: 'Book 1', isbn: null, price: 1, available: true, publishedAt: null, tags: [], notes: {} },
  author: '/api/authors/1',
};
const { id: _, ...sent } = item;

const EVERY_FORMAT = { formats: ['json', 'jsonld', 'hal', 'jsonapi', 'csv', 'ndjson'] } as const;

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
  [
    'a line of a stream',
    /a line is not what the document says:[^]*required property 'author'/,
    {
      line: 'GET /api/books',
      status: 200,
      headers: { 'Content-Type': 'application/x-ndjson' },
      answer: `${JSON.stringify(item)}\n${JSON.stringify({ ...item, author: undefined })}`,
    },
  ],
  ['a column', /no member for the column "colour"/, table('id,colour', '1,red')],
  ['a table without a column', /demands a column "isbn"/, table('id,title', '1,Book')],
  ['a cell', /does not allow "much" in the column "price"/, table('id,price', '1,much', '?fields=id,price')],
  ['a row', /2 cells, and there are 1 columns/, table('id', '1,2', '?fields=id')],
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
    await rejects(tell(library(EVERY_FORMAT).host, lie), difference);
  });

test('what the document tells is no difference', async () => {
  const { host } = library();
  await doesNotReject(tell(host, { line: 'GET /api/books/1', status: 200, answer: item }));
  await doesNotReject(tell(host, { line: 'POST /api/books', body: sent, status: 201, answer: item }));
  await doesNotReject(tell(host, { line: 'GET /elsewhere', status: 200, answer: 'anything' }));
});

test('what only the document of OpenAPI 3.2 tells is held as well', async () => {
  const { send } = createTestHost({
    api: { formats: ['ndjson'] },
    resources: [resource('tides', Tide, { id: 'id', acceptQuery: true, provide: { list: () => [{ id: 1 }] } })],
  });
  const text = await (await send('GET /api/docs.json?version=3.2')).text();
  const against = async (seeded: string, line: string): Promise<string> => {
    const contract = new Contract(JSON.parse(seeded) as Json, '/api', ['ndjson']);
    const response = await send(line, line.startsWith('QUERY') ? QUERY : {});
    return (await holdAgainst([contract], line, line.startsWith('QUERY') ? QUERY : {}, response)).text();
  };
  const [list, query] = ['GET /api/tides', 'QUERY /api/tides'] as const;
  for (const line of [list, query]) await doesNotReject(against(text, line));
  await rejects(against(text.replace('"query":', '"x-query":'), query), /no such operation/);
  await rejects(
    against(text.replace('"required":["id"]', '"required":["id","metres"]'), list),
    /a line is not .*metres/,
  );
});

const Tide = z.object({ id: z.int() });
const QUERY = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'page=1' };

function table(names: string, row: string, query = ''): Lie {
  const headers = { 'Content-Type': 'text/csv' };
  return { line: `GET /api/books${query}`, status: 200, headers, answer: `${names}\r\n${row}\r\n` };
}

async function tell(host: Host, { line, body, type, status, headers, answer }: Lie): Promise<void> {
  const text = answer === undefined ? null : typeof answer === 'string' ? answer : JSON.stringify(answer);
  const asked =
    body === undefined ? {} : { headers: type ? { 'Content-Type': type } : JSON_TYPE, body: JSON.stringify(body) };
  const response = new Response(text, { status, headers: { ...(text ? JSON_TYPE : {}), ...headers } });
  await (await hold(host, line, asked, response)).text();
}
