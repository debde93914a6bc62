import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { createBody } from '../../testing/create-profile.ts';
import { measureFields } from './bytes-by-field.ts';
import type { FieldBytes } from './bytes-by-field.ts';

const measured = (text: string, type = 'application/json'): FieldBytes => {
  const found = measureFields(createBody(text, type));
  if (typeof found === 'string') throw new Error(found);
  return found;
};

test('measures each field over all items of a list, the largest first, and accounts for every byte', () => {
  const text = '[{"id":1,"title":"ä"},{"id":22,"title":"long one"}]';
  const { items, fields, punctuationBytes: around } = measured(text);
  equal(items, 2);
  deepEqual(fields, [
    { name: 'title', bytes: 12 + 18, largest: 18 },
    { name: 'id', bytes: 6 + 7, largest: 7 },
  ]);
  equal(around + 30 + 13, Buffer.byteLength(text));
});

test('lists members of a page other than its items', () => {
  const text = '{"@id":"/api/books","hydra:member":[{"id":1}],"hydra:totalItems":1}';
  const { items, fields } = measured(text, 'application/ld+json');
  equal(items, 1);
  deepEqual(
    fields.map(({ name }) => name),
    ['(page) hydra:totalItems', '(page) @id', 'id'],
  );
  const hal = measured('{"_links":{"self":1},"_embedded":{"item":[{"id":1},{"id":2}]}}', 'application/hal+json');
  equal(hal.items, 2);
  deepEqual(
    hal.fields.map(({ name }) => name),
    ['(page) _links', 'id'],
  );
});

test('recognizes single items, JSON lines and JSON:API attributes', () => {
  equal(measured('{"id":1,"tags":["a","b"]}').items, undefined);
  equal(measured('{"id":1}\n{"id":2}\n', 'application/x-ndjson').items, 2);
  const { fields } = measured('{"data":[{"id":"1","attributes":{"title":"x"}}]}', 'application/vnd.api+json');
  deepEqual(
    fields.map(({ name }) => name),
    ['title', 'id'],
  );
});

test('sums up fields beyond the limit, and returns the reason if sizes are not available', () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, index]));
  const { fields } = measured(JSON.stringify(wide));
  equal(fields.length, 60);
  match(fields.at(-1)!.name, /441 more/);
  match(measureFields(createBody('a,b')) as string, /JSON/);
  match(measureFields(createBody('{', 'application/json')) as string, /not valid JSON/);
  match(measureFields({ ...createBody('{}', 'application/json'), digest: 'ab' }) as string, /Truncated/);
});
