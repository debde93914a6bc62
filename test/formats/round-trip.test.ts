import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sendRequest } from '../lib/send-request.ts';
import { createLibrary } from '../lib/library.ts';
import type { BookItem } from '../lib/library.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

/** Items with arbitrary characters, names and null values are unchanged after a round trip through each format. */

// Bodies with lone surrogates are rejected.
const any = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=1+1', "'=", '\r\n', '\ufeff', '"', '__proto__'))
  .map((text) => text.toWellFormed());
const json = fc.jsonValue({ maxDepth: 3 });
// zod removes a member "__proto__" of a record, but not of nested values.
const deep = fc.dictionary(fc.oneof(any, fc.constantFrom('__proto__', 'constructor', '@id', '_links')), json);
const notes = fc.record({ deep, '@id': json, data: json });

const bookWith = (text: fc.Arbitrary<string>): fc.Arbitrary<BookItem> =>
  fc.record({
    id: fc.constant(1),
    title: text.map((element) => `${element}--`),
    isbn: fc.option(text, { nil: null }),
    price: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    available: fc.boolean(),
    publishedAt: fc.option(fc.constant('2026-01-31T12:00:00Z'), { nil: null }),
    tags: fc.array(any, { maxLength: 4 }),
    notes,
    author: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  });

const FORMATS = [
  'application/json',
  'application/ld+json',
  'application/vnd.api+json',
  'application/hal+json',
  'application/prs.hal-forms+json',
  'text/csv',
  'application/x-ndjson',
] as const;

for (const type of FORMATS)
  test(`an item in ${type} is unchanged after it is sent back`, async () => {
    const home = createLibrary({ formats: [...ALL_FORMATS, 'ndjson'] });
    await fc.assert(
      fc.asyncProperty(bookWith(any), async (book) => {
        home.books.set(1, book);
        const response = await sendRequest(home, 'GET /api/books/1', { accept: type });
        equal(response.status, 200);
        home.books.set(1, { ...book, title: 'Something else', notes: {}, tags: [], author: null, isbn: 'x' });
        const put = await sendRequest(home, 'PUT /api/books/1', { type, body: response.text });
        equal(put.status, 200, put.text);
        deepEqual(plain(home.books.get(1)), plain(book));
      }),
      { numRuns: 150 },
    );
  });

// Compares values as JSON, without prototypes.
function plain(item: unknown): unknown {
  return JSON.parse(JSON.stringify(item));
}
