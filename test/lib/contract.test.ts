import { doesNotReject, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { resource } from 'oriel-host';
import type { Host } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { Contract } from './contract.ts';
import type { Json } from './contract.ts';
import { checkExchange, checkExchangeAgainst } from './checked-host.ts';
import { createLibrary } from './library.ts';
import { ALL_FORMATS } from './formats.ts';

/** The checker reports every kind of difference. The host is correct, so these exchanges are made up. */

const JSON_TYPE = { 'Content-Type': 'application/json' };
const item = {
  ...{ id: 1, title: 'Book 1', isbn: null, price: 1, available: true, publishedAt: null, tags: [], notes: {} },
  author: '/api/authors/1',
};
const { id: _, ...sent } = item;

const EVERY_FORMAT = { formats: [...ALL_FORMATS, 'ndjson'] } as const;

interface FakeExchange {
  readonly line: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly responseBody?: unknown;
}

const fakes: readonly (readonly [what: string, difference: RegExp, exchange: FakeExchange])[] = [
  ['an unknown path', /no such path/, { line: 'GET /api/covers', status: 200, responseBody: [] }],
  ['an unknown operation', /no such operation/, { line: 'DELETE /api/books', status: 204 }],
  [
    'an unknown parameter',
    /no parameter "colour"/,
    { line: 'GET /api/books?colour=red', status: 200, responseBody: [] },
  ],
  [
    'an invalid parameter value',
    /does not allow "x" for "page"/,
    { line: 'GET /api/books?page=x', status: 200, responseBody: [] },
  ],
  [
    'an unknown member of a deepObject',
    /deepObject/,
    { line: 'GET /api/books?or[0][colour]=x', status: 200, responseBody: [] },
  ],
  ['a missing request body', /requires a body/, { line: 'POST /api/books', status: 201, responseBody: item }],
  [
    'an unsupported media type',
    /does not describe a body of text\/plain/,
    { line: 'POST /api/books', type: 'text/plain', body: 'x', status: 201, responseBody: item },
  ],
  [
    'an invalid request body',
    /does not allow this body/,
    { line: 'POST /api/books', body: { ...sent, price: -1 }, status: 201, responseBody: item },
  ],
  [
    'a read-only member',
    /does not allow this body/,
    { line: 'POST /api/books', body: { ...sent, id: 9 }, status: 201, responseBody: item },
  ],
  ['an unknown status', /does not describe this status/, { line: 'GET /api/books/1', status: 410, responseBody: item }],
  [
    'an unknown header',
    /does not describe the header x-colour/,
    { line: 'GET /api/books/1', status: 200, headers: { 'X-Colour': 'red' }, responseBody: item },
  ],
  [
    'an unknown content type',
    /does not describe a response of image\/png/,
    { line: 'GET /api/books/1', status: 200, headers: { 'Content-Type': 'image/png' }, responseBody: item },
  ],
  [
    'a response without a required member',
    /required property 'author'/,
    { line: 'GET /api/books/1', status: 200, responseBody: { ...item, author: undefined } },
  ],
  [
    'a response with an undocumented member',
    /unevaluated/,
    { line: 'GET /api/books/1', status: 200, responseBody: { ...item, secret: 1 } },
  ],
  [
    'an invalid line of a stream',
    /a line does not match the document:[^]*required property 'author'/,
    {
      line: 'GET /api/books',
      status: 200,
      headers: { 'Content-Type': 'application/x-ndjson' },
      responseBody: `${JSON.stringify(item)}\n${JSON.stringify({ ...item, author: undefined })}`,
    },
  ],
  ['an unknown column', /no member for the column "colour"/, table('id,colour', '1,red')],
  ['a table without a required column', /requires the column "isbn"/, table('id,title', '1,Book')],
  ['an invalid cell', /does not allow "much" in the column "price"/, table('id,price', '1,much', '?fields=id,price')],
  ['a row with too many cells', /2 cells, but the table has 1 columns/, table('id', '1,2', '?fields=id')],
  ['an empty response', /describes a body/, { line: 'GET /api/books/1', status: 200 }],
  [
    'a 405 response for a documented operation',
    /describes this operation/,
    { line: 'PUT /api/books/1', body: sent, status: 405, responseBody: {} },
  ],
  [
    'an incomplete Allow header',
    /Allow: GET/,
    { line: 'PATCH /api/books', status: 405, headers: { Allow: 'GET' }, responseBody: {} },
  ],
  [
    'a 415 response for a documented media type',
    /describes a body of/,
    { line: 'POST /api/books', body: sent, status: 415, responseBody: {} },
  ],
  [
    'a documented parameter that is rejected as unknown',
    /describes the parameter "page"/,
    {
      ...{ line: 'GET /api/books?page=2', status: 400, headers: { 'Content-Type': 'application/problem+json' } },
      responseBody: {
        type: 'x',
        title: 'x',
        status: 400,
        errors: [{ code: 'unknown_parameter', parameter: 'page', detail: 'x' }],
      },
    },
  ],
  [
    'a documented member that is rejected as unknown',
    /allows the member/,
    {
      ...{ line: 'POST /api/books', body: sent, status: 422, headers: { 'Content-Type': 'application/problem+json' } },
      responseBody: {
        type: 'x',
        title: 'x',
        status: 422,
        errors: [{ code: 'unknown_member', pointer: '/isbn', detail: 'x' }],
      },
    },
  ],
];

for (const [what, difference, exchange] of fakes)
  test(`the checker reports ${what}`, async () => {
    await rejects(check(createLibrary(EVERY_FORMAT).host, exchange), difference);
  });

test('the checker accepts exchanges that match the document, and paths outside the API', async () => {
  const { host } = createLibrary();
  await doesNotReject(check(host, { line: 'GET /api/books/1', status: 200, responseBody: item }));
  await doesNotReject(check(host, { line: 'POST /api/books', body: sent, status: 201, responseBody: item }));
  await doesNotReject(check(host, { line: 'GET /elsewhere', status: 200, responseBody: 'anything' }));
});

test('the checker validates QUERY and streams checkAgainst the document of OpenAPI 3.2', async () => {
  const { send } = createTestHost({
    api: { formats: ['ndjson'] },
    resources: [resource('tides', Tide, { id: 'id', acceptQuery: true, provide: { list: () => [{ id: 1 }] } })],
  });
  const text = await (await send('GET /api/docs.json?version=3.2')).text();
  const checkAgainst = async (seeded: string, line: string): Promise<string> => {
    const contract = new Contract(JSON.parse(seeded) as Json, '/api', ['ndjson']);
    const response = await send(line, line.startsWith('QUERY') ? QUERY : {});
    return (await checkExchangeAgainst([contract], line, line.startsWith('QUERY') ? QUERY : {}, response)).text();
  };
  const [list, query] = ['GET /api/tides', 'QUERY /api/tides'] as const;
  for (const line of [list, query]) await doesNotReject(checkAgainst(text, line));
  await rejects(checkAgainst(text.replace('"query":', '"x-query":'), query), /no such operation/);
  await rejects(
    checkAgainst(text.replace('"required":["id"]', '"required":["id","metres"]'), list),
    /a line does not match .*metres/,
  );
});

const Tide = z.object({ id: z.int() });
const QUERY = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'page=1' };

function table(names: string, row: string, query = ''): FakeExchange {
  const headers = { 'Content-Type': 'text/csv' };
  return { line: `GET /api/books${query}`, status: 200, headers, responseBody: `${names}\r\n${row}\r\n` };
}

async function check(host: Host, { line, body, type, status, headers, responseBody }: FakeExchange): Promise<void> {
  const text =
    responseBody === undefined ? null : typeof responseBody === 'string' ? responseBody : JSON.stringify(responseBody);
  const asked =
    body === undefined ? {} : { headers: type ? { 'Content-Type': type } : JSON_TYPE, body: JSON.stringify(body) };
  const response = new Response(text, { status, headers: { ...(text ? JSON_TYPE : {}), ...headers } });
  await (await checkExchange(host, line, asked, response)).text();
}
