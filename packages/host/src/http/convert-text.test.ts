import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { TextConverter, convertText } from './convert-text.ts';

test('resolves references, also of schemas that contain themselves', () => {
  const Size = z.int().meta({ id: 'ConvertedSize' });
  assert.deepEqual({ ...new TextConverter(z.object({ size: Size.optional() })).convert({ size: '2' }) }, { size: 2 });
  const root = { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'number' }] } } };
  assert.equal(convertText('2', root), 2);
  assert.equal(convertText('2', { $ref: '#/$defs/missing' }), '2');
});

test('converts the other members if JSON Schema cannot describe one', () => {
  const converter = new TextConverter(z.object({ big: z.bigint(), page: z.int() }));
  assert.deepEqual({ ...converter.convert({ big: '1', page: '2' }) }, { big: '1', page: 2 });
});

test('keeps texts without a JSON Schema, and values that are not texts', () => {
  const bare = { '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }) } } as const;
  assert.deepEqual({ ...new TextConverter(bare).convert({ a: '1', 'b[]': ['1'] }) }, { a: '1', 'b[]': ['1'] });
  assert.deepEqual(
    { ...new TextConverter(z.object({ a: z.int() })).convert({ a: null, __proto__: '1' }) },
    { a: null },
  );
});

test('keeps numbers that a double cannot have', () => {
  for (const text of ['1e999', '', ' 1', '1_000', '--1', '0x10', 'NaN'])
    assert.equal(convertText(text, { type: 'number' }), text);
  assert.ok(Object.is(convertText('-0', { type: 'number' }), 0));
});

test('converts to the alternative that has the text', () => {
  const converter = new TextConverter(
    z.object({
      kind: z.union([z.literal(1), z.literal('all')]),
      either: z.union([z.number(), z.boolean()]).optional(),
    }),
  );
  const convert = (sent: object) => ({ ...converter.convert({ ...sent }) });
  assert.deepEqual(convert({ kind: '1', either: '1.5' }), { kind: 1, either: 1.5 });
  assert.deepEqual(convert({ kind: 'all', either: 'true' }), { kind: 'all', either: true });
  assert.deepEqual(convert({ kind: 'x', either: 'x' }), { kind: 'x', either: 'x' });
});
