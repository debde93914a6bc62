import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ask } from '../lib/ask.ts';
import { library } from '../lib/library.ts';
import type { BookItem } from '../lib/library.ts';

/** What was written is read back as it was: whatever the characters, names and nulls of an item. */

// Half a character is refused in every body, so nothing that has one could come back.
const any = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=1+1', "'=", '\r\n', '\ufeff', '"', '__proto__'))
  .map((text) => text.toWellFormed());
const json = fc.jsonValue({ maxDepth: 3 });
// zod leaves a member called "__proto__" out of a record, but does not look deeper.
const deep = fc.dictionary(fc.oneof(any, fc.constantFrom('__proto__', 'constructor', '@id', '_links')), json);
const notes = fc.record({ deep, '@id': json, data: json });

const bookWith = (text: fc.Arbitrary<string>): fc.Arbitrary<BookItem> =>
  fc.record({
    id: fc.constant(1),
    title: text.map((each) => `${each}--`),
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
    const home = library({ formats: ['json', 'jsonld', 'jsonapi', 'hal', 'hal-forms', 'csv', 'ndjson'] });
    await fc.assert(
      fc.asyncProperty(bookWith(any), async (book) => {
        home.books.set(1, book);
        const got = await ask(home, 'GET /api/books/1', { accept: type });
        equal(got.status, 200);
        home.books.set(1, { ...book, title: 'Something else', notes: {}, tags: [], author: null, isbn: 'x' });
        const put = await ask(home, 'PUT /api/books/1', { type, body: got.text });
        equal(put.status, 200, put.text);
        deepEqual(plain(home.books.get(1)), plain(book));
      }),
      { numRuns: 150 },
    );
  });

// As JSON has it: names of members in any order, no prototypes.
function plain(item: unknown): unknown {
  return JSON.parse(JSON.stringify(item));
}
