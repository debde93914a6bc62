import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { UnprocessableContentError } from './errors.ts';
import { memberNames, parseSchema } from './parse-schema.ts';
import { pointerOf } from './standard-schema.ts';
import type { StandardSchema } from './standard-schema.ts';

const fail = (violations: ConstructorParameters<typeof UnprocessableContentError>[0]) =>
  new UnprocessableContentError(violations);

test('a value that fits becomes what the schema makes of it', () => {
  assert.deepEqual(parseSchema(z.object({ id: z.coerce.number() }), { id: '7' }, fail), { id: 7 });
});

test('every violation is told, with its JSON pointer and code', () => {
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

test('a schema that needs time is waited for', async () => {
  const schema = z.string().refine(async (text) => text === 'yes', 'say yes');
  assert.equal(await parseSchema(schema, 'yes', fail), 'yes');
  await assert.rejects(parseSchema(schema, 'no', fail) as Promise<unknown>, /say yes/);
});

test('a thousand violations are not all told', () => {
  const wrong = Array.from({ length: 1_000 }, () => 'x');
  assert.throws(
    () => parseSchema(z.array(z.number()), wrong, fail),
    ({ violations }: UnprocessableContentError) => violations.length === 100,
  );
});

test('an issue without a path lies at the root, and keys may be wrapped', () => {
  assert.equal(pointerOf({ message: '' }), '');
  assert.equal(pointerOf({ message: '', path: [{ key: 'a' }, 0] }), '/a/0');
});

test('an object schema knows its members and which of them are lists', () => {
  const schema = z.object({ q: z.string().optional(), tags: z.array(z.string()).default([]) });
  assert.deepEqual(memberNames(schema), { all: ['q', 'tags'], lists: ['tags'] });
});

test('a schema that takes any member, or cannot tell, knows none', () => {
  assert.equal(memberNames(z.looseObject({ q: z.string() })), undefined);
  assert.equal(memberNames(z.object({}).catchall(z.string())), undefined);
  assert.equal(memberNames(z.string()), undefined);
  assert.equal(memberNames(z.object({ when: z.custom() }).transform(() => 1) as StandardSchema), undefined);
  const bare: StandardSchema = { '~standard': { version: 1, vendor: 'me', validate: (value) => ({ value }) } };
  assert.equal(memberNames(bare), undefined);
  assert.equal(parseSchema(bare, 7, fail), 7);
});
