import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { createTestHost } from 'oriel-host/testing';
import { resource, route } from 'oriel-host';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';

const Options = z.object({ dry: z.boolean().default(false) });
const received = (body: unknown) => ({ received: body === undefined ? 'nothing' : JSON.stringify(body) });
const handle = ({ body }: { body: unknown }) => received(body);
const output = { output: z.object({ received: z.string() }) };

const config = {
  routes: [
    route('optional', 'POST /optional', { body: Options.optional(), handle }),
    route('default', 'POST /default', { body: Options.default({ dry: true }), handle }),
    route('awaited', 'POST /awaited', { body: Options.refine(async () => true).optional(), handle }),
    route('required', 'POST /required', { body: Options, handle }),
    route('throwing', 'POST /throwing', {
      body: z.preprocess((value) => (value as string).trim(), z.string()),
      handle,
    }),
  ],
  resources: [
    resource('jobs', z.object({ id: z.int() }), {
      id: 'id',
      provide: { get: () => ({ id: 1 }) },
      custom: {
        optional: { line: 'POST /{id}/optional', input: Options.optional(), ...output, handle },
        default: { line: 'POST /{id}/default', input: Options.default({ dry: true }), ...output, handle },
        required: { line: 'POST /{id}/required', input: Options, ...output, handle },
      },
    }),
  ],
};

testTransports('a body whose schema is optional can be omitted', config, async (send) => {
  const json = { 'Content-Type': 'application/json' };
  const expected = { optional: 'nothing', default: '{"dry":true}', awaited: 'nothing' };
  for (const prefix of ['', '/api/jobs/1'])
    for (const [name, text] of Object.entries(expected)) {
      if (name === 'awaited' && prefix !== '') continue;
      const line = `POST ${prefix}/${name}`;
      for (const sent of [{}, { headers: json }, { headers: { 'Content-Length': '0' } }]) {
        const response = await send(line, sent);
        equal(response.status, 200, `${line} ${JSON.stringify(sent)}`);
        deepEqual(await response.json(), { received: text }, line);
      }
      const full = await send(line, { headers: json, body: '{}' });
      deepEqual(await full.json(), { received: '{"dry":false}' }, line);
      equal((await send(line, { headers: json, body: '{"dry":1}' })).status, 422, line);
      equal((await send(line, { headers: json, body: '{' })).status, 400, line);
      equal((await send(line, { headers: { 'Content-Type': 'text/plain' }, body: '{}' })).status, 415, line);
    }
});

testTransports('a body whose schema is not optional is required', config, async (send) => {
  equal((await send('POST /required', {})).status, 400);
  equal((await send('POST /throwing', {})).status, 400);
  equal((await send('POST /api/jobs/1/required', {})).status, 415);
  equal((await send('POST /api/jobs/1/required', { headers: { 'Content-Type': 'application/json' } })).status, 400);
});

test('the OpenAPI document describes which bodies can be omitted', async () => {
  const { send } = createTestHost({ ...config, api: { docs: true } });
  const document = (await (
    await send('GET /api/docs', { headers: { Accept: 'application/vnd.oai.openapi+json' } })
  ).json()) as {
    paths: Record<string, { post: { requestBody: { required: boolean } } }>;
  };
  const isRequired = (path: string) => document.paths[path]!.post.requestBody.required;
  deepEqual(['/optional', '/default', '/required'].map(isRequired), [false, false, true]);
  const operations = ['optional', 'default', 'required'].map((name) => `/api/jobs/{id}/${name}`);
  deepEqual(operations.map(isRequired), [false, false, true]);
});

test('an empty chunked body is omitted', async () => {
  const { host } = createTestHost(config);
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  try {
    for (const path of ['/optional', '/api/jobs/1/optional']) {
      const sent = request({ port, method: 'POST', path, headers: { 'Transfer-Encoding': 'chunked' } }).end();
      const [response] = (await once(sent, 'response')) as [AsyncIterable<Buffer>];
      let text = '';
      for await (const piece of response) text += String(piece);
      equal(text, '{"received":"nothing"}', path);
    }
  } finally {
    await host.close();
  }
});
