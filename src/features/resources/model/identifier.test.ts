import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Identifier } from './identifier.ts';
import type { FieldKind } from '../stores/resource-store.ts';

const field = (name: string, kind: FieldKind) => ({ name, kind, nullable: false });
const SUFFIXES = ['json', 'jsonld', 'csv'];

// What a client does with the path, and then the router with what arrives.
function travel(segment: string): string {
  const { pathname } = new URL(`http://localhost/api/things/${segment}`);
  const arrived = pathname.slice('/api/things/'.length);
  equal(arrived.includes('/'), false);
  equal(/\.(?:json|jsonld|csv)$/.test(arrived), false);
  return decodeURIComponent(arrived);
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
  .filter((each) => each.isWellFormed() && !each.includes('\0'));

test('an identifier comes back from its path as it was', () => {
  const slug = new Identifier([field('slug', 'string')], SUFFIXES);
  fc.assert(
    fc.property(text, (each) => deepEqual(slug.parse(travel(slug.format({ slug: each }))), { slug: each })),
    { numRuns: 2000 },
  );
});

test('so do numbers, and several keys together', () => {
  const seat = new Identifier([field('row', 'integer'), field('name', 'string'), field('price', 'number')], SUFFIXES);
  const keys = fc.record({
    row: fc.maxSafeInteger().map((each) => each + 0),
    name: text,
    price: fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
  });
  fc.assert(
    fc.property(keys, (each) => deepEqual({ ...seat.parse(travel(seat.format(each))) }, { ...each })),
    { numRuns: 2000 },
  );
});

test('only one spelling of a number names an item', () => {
  const book = new Identifier([field('id', 'integer')]);
  deepEqual(book.parse('7'), { id: 7 });
  for (const other of ['007', '7.0', '7e0', '+7', ' 7', '', '0x7', 'NaN', '9007199254740993', '-0'])
    equal(book.parse(other), undefined, other);
});

test('what cannot be a path is told', () => {
  const slug = new Identifier([field('slug', 'string')]);
  throws(() => slug.format({}), /no "slug"/);
  throws(() => slug.format({ slug: '\ud800' }), /lone surrogate/);
});

test('several keys must all be there, each once', () => {
  const seat = new Identifier([field('row', 'integer'), field('place', 'integer')]);
  deepEqual(seat.parse('row=4;place=12'), { row: 4, place: 12 });
  deepEqual(seat.parse('place=12;row=4'), { row: 4, place: 12 });
  for (const other of ['row=4', 'row=4;place=12;x=1', 'row=4;row=5', '4;12', ';;;;', 'row=4;place'])
    equal(seat.parse(other), undefined, other);
});
