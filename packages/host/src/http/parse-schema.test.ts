import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { UnprocessableContentError } from '../../../core/src/http/http-errors.ts';
import { memberNames, parseSchema } from './parse-schema.ts';
import { getPointer } from '../../../core/src/http/standard-schema.ts';
import type { StandardSchema } from '../../../core/src/http/standard-schema.ts';

const fail = (violations: ConstructorParameters<typeof UnprocessableContentError>[0]) =>
  new UnprocessableContentError(violations);

test('returns the output of the schema', () => {
  assert.deepEqual(parseSchema(z.object({ id: z.coerce.number() }), { id: '7' }, fail), { id: 7 });
});

test('reports every violation with its JSON pointer and code', () => {
  const schema = z.object({ name: z.string(), 'a/b~c': z.array(z.number()) });
  assert.throws(
    () => parseSchema(schema, { name: 1, 'a/b~c': [0, 'x'] }, fail),
    ({ violations }: UnprocessableContentError) => {
      assert.deepEqual(
        violations.map(({ pointer, code }) => [pointer, code]),
        [
          ['/name', 'invalid_type'],
          ['/a~1b~0c/1', 'invalid_type'],
        ],
      );
      return true;
    },
  );
});

test('awaits an asynchronous schema', async () => {
  const schema = z.string().refine(async (text) => text === 'yes', 'say yes');
  assert.equal(await parseSchema(schema, 'yes', fail), 'yes');
  await assert.rejects(parseSchema(schema, 'no', fail) as Promise<unknown>, /say yes/);
});

test('limits the number of reported violations', () => {
  const wrong = Array.from({ length: 1_000 }, () => 'x');
  assert.throws(
    () => parseSchema(z.array(z.number()), wrong, fail),
    ({ violations }: UnprocessableContentError) => violations.length === 100,
  );
});

test('an issue without a path is at the root, and keys may be wrapped in objects', () => {
  assert.equal(getPointer({ message: '' }), '');
  assert.equal(getPointer({ message: '', path: [{ key: 'a' }, 0] }), '/a/0');
});

test('returns the members of an object schema, and those that are lists', () => {
  const schema = z.object({ q: z.string().optional(), tags: z.array(z.string()).default([]) });
  assert.deepEqual(memberNames(schema), ['q', 'tags']);
});

test('returns undefined for a schema that accepts any member or does not list its members', () => {
  assert.equal(memberNames(z.looseObject({ q: z.string() })), undefined);
  assert.equal(memberNames(z.object({}).catchall(z.string())), undefined);
  assert.equal(memberNames(z.string()), undefined);
  assert.equal(memberNames(z.object({ when: z.custom() }).transform(() => 1) as StandardSchema), undefined);
  const bare: StandardSchema = { '~standard': { version: 1, vendor: 'me', validate: (value) => ({ value }) } };
  assert.equal(memberNames(bare), undefined);
  assert.equal(parseSchema(bare, 7, fail), 7);
});
