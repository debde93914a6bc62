import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { reply } from './reply.ts';
import { route } from './route.ts';

const handle = () => 'x';

test('the line of a route has methods and a path, or only a path for all methods', () => {
  const parts = (line: string) => {
    const { methods, path } = route('x', line, { handle });
    return [methods, path];
  };
  assert.deepEqual(parts('GET /x'), [['GET'], '/x']);
  assert.deepEqual(parts('GET|POST  /x'), [['GET', 'POST'], '/x']);
  assert.deepEqual(parts('/x'), [[], '/x']);
});

test('a route is a frozen object with the place of its declaration', () => {
  const query = z.object({});
  const declared = route('x', 'GET /x', { handle, query, host: 'a.test', priority: 2 });
  assert.ok(Object.isFrozen(declared));
  assert.deepEqual([declared.name, declared.handle, declared.query, declared.body], ['x', handle, query, undefined]);
  assert.deepEqual(declared.options, { host: 'a.test', priority: 2 });
  assert.match(declared.at!.file, /route\.test\.ts$/);
});

test('reply returns an object with status, body and headers', () => {
  assert.deepEqual(
    { ...reply(201, { id: 1 }, { Location: '/x' }) },
    { status: 201, body: { id: 1 }, headers: { Location: '/x' } },
  );
});
