import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { HttpError, UnprocessableContentError } from '../../../core/src/http/http-errors.ts';
import { ControllerArgumentsEvent } from '../kernel/events.ts';
import { createContext } from '../testing/create-context.ts';
import { PayloadListener } from './payload-listener.ts';

const City = z.object({ name: z.string(), population: z.coerce.number() });

async function read(
  body: string | undefined,
  type?: string,
  { schema = City, method = 'POST' }: { schema?: z.ZodType; method?: string } = {},
): Promise<unknown> {
  const data = { body: schema };
  const context = createContext(`${method} /`, {
    ...(body === undefined ? {} : { body }),
    headers: type === undefined ? {} : { 'Content-Type': type },
    route: { name: 'x', path: '/', data },
  });
  const listener = new PayloadListener();
  assert.ok(listener.appliesTo(data));
  await listener.onArguments(new ControllerArgumentsEvent(context, () => {}, []));
  return context.input.body;
}

test('reads and validates JSON and form bodies', async () => {
  const city = { name: 'Ulm', population: 126_000 };
  assert.deepEqual(await read('{"name":"Ulm","population":126000}', 'application/json'), city);
  assert.deepEqual(await read('{"name":"Ulm","population":126000}', 'Application/Vnd.City+JSON; charset=utf-8'), city);
  assert.deepEqual(await read('name=Ulm&population=126000', 'application/x-www-form-urlencoded'), city);
});

test('awaits an asynchronous schema', async () => {
  assert.equal(await read('"yes"', 'application/json', { schema: z.string().refine(async () => true) }), 'yes');
});

test('rejects an invalid body with 422 and every violation', async () => {
  await assert.rejects(read('{"population":"many"}', 'application/json'), (error: UnprocessableContentError) => {
    assert.deepEqual([error.status, error.violations.map(({ pointer }) => pointer)], [422, ['/name', '/population']]);
    return true;
  });
});

test('rejects a malformed or empty body with 400', async () => {
  await assert.rejects(read('{', 'application/json'), { status: 400, type: '/problems/malformed-json' });
  await assert.rejects(read(undefined), { status: 400, message: 'The body is empty; JSON was expected' });
});

test('rejects an unsupported or missing media type with 415 and the supported types', async () => {
  for (const type of ['text/plain', undefined]) {
    await assert.rejects(read('x', type), (error: HttpError) => {
      assert.equal(error.status, 415);
      assert.deepEqual(error.headers, { 'Accept-Post': 'application/json, application/x-www-form-urlencoded' });
      return true;
    });
  }
  await assert.rejects(
    read('x', 'text/plain', { method: 'PATCH' }),
    (error: HttpError) => 'Accept-Patch' in error.headers,
  );
});

test('__proto__ in a body does not change any prototype', async () => {
  await read('{"name":"a","population":1,"__proto__":{"polluted":true}}', 'application/json');
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('ignores a route without a body schema', () => {
  assert.equal(new PayloadListener().appliesTo({}), false);
});
