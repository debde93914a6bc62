import { doesNotThrow, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { assertSupported } from './postgres-support.ts';

test('throws for a field whose values cannot be stored in the type of its column, with names and the fix', () => {
  const check = (kind: 'integer' | 'number' | 'boolean' | 'date' | 'json', type: string) =>
    assertSupported({ name: 'size', kind, nullable: false }, type, 'size_of', 'boats', 'ships');
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
  // Types of extensions may have the text of JSON.
  for (const type of ['vector', 'jsonb', 'text', 'point[]']) doesNotThrow(() => check('json', type));
});
