import { doesNotThrow, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldKind } from '../../features/resources/declare/resource-store.ts';
import { assertSupported } from './postgres-support.ts';

test('throws for a field whose values cannot be stored in the type of its column, with names and the fix', () => {
  const check = (kind: FieldKind, type: string, digits?: number, elements?: FieldKind) =>
    assertSupported({ name: 'size', kind, elements, nullable: false }, { type, digits }, 'size_of', 'boats', 'ships');
  throws(() => check('number', 'interval'), {
    name: 'TypeError',
    message:
      'The field "size" of "ships" is a number, but its column "size_of" of "boats" is interval; declare the field as z.string()',
  });
  throws(
    () => check('json', 'timestamptz'),
    /is a list or object, .* is timestamptz; declare .* z\.iso\.datetime\(\)$/,
  );
  throws(() => check('boolean', 'text[]'), /is a boolean, .* is text\[\]; declare .* z\.array\(\) or z\.string\(\)$/);
  throws(() => check('date', 'uuid'), /is a date, .* is uuid; declare .* z\.string\(\)$/);
  throws(
    () => check('integer', 'jsonb'),
    /is an integer, .* is jsonb; declare .* a list, an object or z\.unknown\(\)$/,
  );
  for (const type of ['int4', 'int8', 'numeric', 'float4']) doesNotThrow(() => check('integer', type));
  throws(() => check('decimal', 'float8'), /is a decimal number, .* is float8; declare .* z\.number\(\)/);
  for (const type of ['int2', 'int8', 'numeric']) doesNotThrow(() => check('decimal', type));
  // A double has 15 exact decimal digits.
  for (const digits of [undefined, 16])
    throws(
      () => check('number', 'numeric', digits),
      /has 15 exact digits, .* is numeric with more; declare .* field\.decimal/,
    );
  throws(() => check('json', 'numeric[]', 16, 'number'), /has 15 exact digits/);
  doesNotThrow(() => check('number', 'numeric', 15));
  doesNotThrow(() => check('json', 'numeric[]', 15, 'number'));
  for (const kind of ['string', 'decimal', 'integer'] as const) doesNotThrow(() => check(kind, 'numeric'));
  // Types of extensions may have the text of JSON.
  for (const type of ['vector', 'jsonb', 'text', 'point[]']) doesNotThrow(() => check('json', type));
});
