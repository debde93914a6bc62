import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { resource } from 'oriel-host';
import { z } from 'zod';
import { sendRequest } from '../lib/send-request.ts';
import { createCheckedHost } from '../lib/checked-host.ts';
import { createLibrary } from '../lib/library.ts';

const CSV = 'text/csv';

test('a list is written as CSV with empty cells for null and JSON for lists and objects', async () => {
  const { headers, text } = await sendRequest(createLibrary(), 'GET /api/books.csv?itemsPerPage=2');
  equal(headers.get('Content-Type'), 'text/csv; charset=utf-8; header=present');
  equal(
    text,
    [
      'id,title,isbn,price,available,publishedAt,tags,notes,author\r\n',
      '1,Book 1,978-1,1.5,true,2020-01-01T10:00:00Z,"[""b"",""a"",""a""]","{""shelf"":{""id"":1}}",/api/authors/2\r\n',
      '2,Book 2,,3,false,2020-01-02T10:00:00Z,"[""b"",""a"",""a""]","{""shelf"":{""id"":2}}",/api/authors/3\r\n',
    ].join(''),
  );
  equal((await sendRequest(createLibrary(), 'GET /api/books/1', { accept: 'text/csv;header=present' })).status, 200);
});

test('text that a spreadsheet would interpret as a formula gets a leading apostrophe', async () => {
  const home = createLibrary();
  for (const [title, cell] of [
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['\tx', "'\tx"],
    ['\r=1', '"\'\r=1"'],
    ['＝1+1', "'＝1+1"],
    ["'=1", "''=1"],
    ["it's", "it's"],
    ['a "b", c', '"a ""b"", c"'],
  ] as const) {
    home.books.set(1, { ...home.books.get(1)!, title });
    const { text } = await sendRequest(home, 'GET /api/books/1?fields=title', { accept: CSV });
    equal(text, `title\r\n${cell}\r\n`);
    const complete = await sendRequest(home, 'GET /api/books/1', { accept: CSV });
    equal((await sendRequest(home, 'PUT /api/books/1', { type: CSV, body: complete.text })).status, 200);
    equal(home.books.get(1)!.title, title);
  }
});

test('a negative number does not get a leading apostrophe', async () => {
  const provide = { list: () => [{ id: 1, metres: -5 }] };
  const resources = [resource('tides', z.object({ id: z.int(), metres: z.number() }), { id: 'id', provide })];
  equal(
    (
      await sendRequest(createCheckedHost({ resources, api: { formats: ['json', 'csv'] } }), 'GET /api/tides', {
        accept: CSV,
      })
    ).text,
    'id,metres\r\n1,-5\r\n',
  );
});

test('POST creates an item from CSV and reports all violations', async () => {
  const home = createLibrary();
  const head = 'title,isbn,price,available,publishedAt,tags,notes,author';
  const good = `${head}\nNew,,2.5,true,,"[""x""]",{},/api/authors/1`;
  equal((await sendRequest(home, 'POST /api/books', { type: CSV, body: good })).status, 201);
  const { id: _, ...created } = [...home.books.values()].at(-1)!;
  deepEqual(
    { ...created },
    {
      title: 'New',
      isbn: null,
      price: 2.5,
      available: true,
      publishedAt: null,
      tags: ['x'],
      notes: {},
      author: 1,
    },
  );
  const wrong = await sendRequest(home, 'POST /api/books', {
    type: CSV,
    body: `${head},x\nN,,much,ja,,[,{},unknown,1`,
  });
  equal(wrong.status, 422);
  deepEqual((wrong.json()['errors'] as { pointer: string }[]).map(({ pointer }) => pointer).sort(), [
    '/author',
    '/available',
    '/price',
    '/tags',
    '/title',
    '/x',
  ]);
  equal(
    (await sendRequest(home, 'POST /api/books', { type: CSV, body: `${good}\nNew,,2.5,true,,[],{},` })).status,
    422,
  );
});

for (const [what, body] of [
  ['an unterminated quote', 'title\r\n"New'],
  ['a quote in an unquoted cell', 'title\r\nN"ew'],
  ['characters after a closing quote', 'title\r\n"New"x'],
  ['too few cells', 'title,price\r\nNew'],
  ['no row below the header', 'title\r\n'],
  ['an empty body', ''],
  ['too many columns', `${'a,'.repeat(1_001)}\r\n`],
] as const)
  test(`malformed CSV is rejected with 400: ${what}`, async () => {
    const { status, json } = await sendRequest(createLibrary(), 'POST /api/books', { type: CSV, body });
    equal(status, 400);
    equal(json()['type'], '/problems/malformed-csv');
  });
