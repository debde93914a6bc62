import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Identifier } from './identifier.ts';
import type { FieldKind } from '../declare/resource-store.ts';

const field = (name: string, kind: FieldKind) => ({ name, kind, nullable: false });
const SUFFIXES = ['json', 'jsonld', 'csv'];

// Passes a segment through a URL parser and decodes it like the router.
function throughUrl(segment: string): string {
  const { pathname } = new URL(`http://localhost/api/things/${segment}`);
  const received = pathname.slice('/api/things/'.length);
  equal(received.includes('/'), false);
  equal(/\.(?:json|jsonld|csv)$/.test(received), false);
  return decodeURIComponent(received);
}

const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom(
      '.',
      '..',
      '...',
      'a/b',
      '50%',
      '%2F',
      '%252F',
      'x=y;z',
      'data.json',
      '.json',
      'a.b.csv',
      'é ñ',
      '-_~',
    ),
  )
  .filter((element) => element.isWellFormed() && !element.includes('\0'));

test('Identifier parses the text that it has formatted', () => {
  const slug = new Identifier([field('slug', 'string')], SUFFIXES);
  fc.assert(
    fc.property(text, (element) =>
      deepEqual(slug.parse(throughUrl(slug.format({ slug: element }))), { slug: element }),
    ),
    { numRuns: 2000 },
  );
});

test('Identifier parses numbers and several keys that it has formatted', () => {
  const seat = new Identifier([field('row', 'integer'), field('name', 'string'), field('price', 'number')], SUFFIXES);
  const keys = fc.record({
    row: fc.maxSafeInteger().map((number) => number + 0),
    name: text,
    price: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  });
  fc.assert(
    fc.property(keys, (element) => deepEqual({ ...seat.parse(throughUrl(seat.format(element))) }, { ...element })),
    { numRuns: 2000 },
  );
});

test('Identifier accepts only the canonical spelling of a number', () => {
  const book = new Identifier([field('id', 'integer')]);
  deepEqual(book.parse('7'), { id: 7 });
  for (const other of ['007', '7.0', '7e0', '+7', ' 7', '', '0x7', 'NaN', '9007199254740993', '-0'])
    equal(book.parse(other), undefined, other);
});

test('Identifier throws for a missing key and for a lone surrogate', () => {
  const slug = new Identifier([field('slug', 'string')]);
  throws(() => slug.format({}), /no "slug"/);
  throws(() => slug.format({ slug: '\ud800' }), /lone surrogate/);
});

test('Identifier requires each of several keys exactly once', () => {
  const seat = new Identifier([field('row', 'integer'), field('place', 'integer')]);
  deepEqual(seat.parse('row=4;place=12'), { row: 4, place: 12 });
  deepEqual(seat.parse('place=12;row=4'), { row: 4, place: 12 });
  for (const other of ['row=4', 'row=4;place=12;x=1', 'row=4;row=5', '4;12', ';;;;', 'row=4;place'])
    equal(seat.parse(other), undefined, other);
});
