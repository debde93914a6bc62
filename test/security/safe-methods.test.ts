import { equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';
import { badge } from './badge-authenticator.ts';

const Note = z.object({ id: z.number().int(), text: z.string() });
const rows = [{ id: 1, text: 'secret' }];
const notes = resource('notes', Note, {
  id: 'id',
  provide: { list: () => rows, get: () => rows[0] },
  custom: {
    search: { line: 'QUERY /search', input: z.object({}), output: z.array(Note), handle: () => rows },
    latest: { line: 'GET /latest', output: z.array(Note), handle: () => rows },
  },
  access: { read: 'user' },
});
const open = resource('open', Note, { id: 'id', acceptQuery: true, provide: { list: () => rows, get: () => rows[0] } });
const any = route('any', '/any', { handle: () => rows });

const SAFE = ['GET', 'HEAD', 'QUERY'];
const ALL_SAFE = [...SAFE, 'OPTIONS', 'PROPFIND', 'REPORT', 'SEARCH', 'TRACE'];
const FORM_BODY = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: '' };
const JSON_BODY = { headers: { 'Content-Type': 'application/json' }, body: '{}' };

async function getStatus(config: HostConfig, line: string): Promise<number> {
  if (line.startsWith('TRACE')) return statusOverSocket(config, line);
  const body = line.startsWith('QUERY') ? (line.endsWith('/search') ? JSON_BODY : FORM_BODY) : {};
  return (await createTestHost(config).send(line, body)).status;
}

// A web Request cannot have the method TRACE.
async function statusOverSocket(config: HostConfig, line: string): Promise<number> {
  const { host } = createTestHost(config);
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  try {
    const { text } = await exchange(port, `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return statuses(text)[0]!;
  } finally {
    await host.close();
  }
}

const createRuleConfig = (methods: string[]): HostConfig => ({
  routes: [any],
  resources: [open],
  security: {
    firewalls: [{ name: 'all', authenticators: [badge], anonymous: true }],
    access: [{ path: '/', methods, allow: 'user' }],
  },
});

for (const [title, config] of [['a path rule', createRuleConfig]] as const) {
  for (const methods of [['GET'], ['get'], ['QUERY'], ['HEAD', 'GET', 'POST']]) {
    test(`${title} with methods ${methods.join(', ')} covers every safe method of a resource`, async () => {
      for (const method of SAFE) equal(await getStatus(config(methods), `${method} /api/open`), 401, method);
    });
  }

  test(`${title} with methods GET covers every safe method of a route that accepts any method`, async () => {
    for (const method of ALL_SAFE) equal(await getStatus(config(['GET']), `${method} /any`), 401, method);
    equal(await getStatus(config(['GET']), 'POST /any'), 200);
  });

  test(`${title} with methods POST does not cover safe methods`, async () => {
    for (const method of SAFE) equal(await getStatus(config(['POST']), `${method} /api/open`), 200, method);
    equal(await getStatus(config(['POST']), 'POST /any'), 401);
  });

  test(`${title} that names HEAD without GET is a configuration error that names the fix`, () => {
    throws(
      () => defineHost(config(['HEAD', 'POST'])),
      (error: Error) => {
        match(
          error.message,
          /methods[\s\S]*lists HEAD without GET[\s\S]*List GET, which includes every other safe method/,
        );
        return true;
      },
    );
    defineHost(config(['HEAD', 'QUERY']));
  });
}

test('a path rule for QUERY after one for GET is a configuration error, because it is unreachable', () => {
  throws(
    () =>
      defineHost({
        security: {
          firewalls: [{ name: 'all', anonymous: true }],
          access: [
            { path: '/', methods: ['GET'], allow: 'user' },
            { path: '/', methods: ['QUERY'], allow: 'public' },
          ],
        },
      }),
    /It never applies/,
  );
});

test('access.read of a resource applies to custom operations with QUERY and GET', async () => {
  const config: HostConfig = {
    resources: [notes],
    security: { firewalls: [{ name: 'all', authenticators: [badge], anonymous: true }] },
  };
  for (const line of ['GET /api/notes/latest', 'HEAD /api/notes/latest', 'QUERY /api/notes/search', 'GET /api/notes'])
    equal(await getStatus(config, line), 401, line);
});

test('runs a custom operation with QUERY and the body that its input schema describes', async () => {
  const Search = z.object({ n: z.number() });
  const finder = resource('notes', Note, {
    id: 'id',
    custom: { find: { line: 'QUERY /find', input: Search, output: Search, handle: ({ body }) => body } },
  });
  const { send } = createTestHost({ resources: [finder] });
  const answer = await send('QUERY /api/notes/find', { ...JSON_BODY, body: '{"n":7}' });
  equal(answer.status, 200);
  equal(await answer.text(), '{"n":7}');
});

const APP = 'https://app.example.com';
const preflight = (method: string) => ({ Origin: APP, 'Access-Control-Request-Method': method });

for (const methods of [['GET', 'PUT'], ['QUERY']]) {
  test(`CORS methods ${methods.join(', ')} allow every method that returns the same data`, async () => {
    const { send } = createTestHost({ cors: { origins: APP, methods } });
    for (const method of SAFE) {
      const answer = await send('OPTIONS /api/notes', { headers: preflight(method) });
      equal(answer.status, 204, method);
      const allowed = answer.headers.get('Access-Control-Allow-Methods')!.split(', ');
      equal(allowed.includes(method), true, `${method} is in ${allowed.join()}`);
    }
    equal((await send('OPTIONS /api/notes', { headers: preflight('DELETE') })).status, 405);
  });
}

test('CORS methods without GET and QUERY do not allow QUERY', async () => {
  const { send } = createTestHost({ cors: { origins: APP, methods: ['POST'] } });
  equal((await send('OPTIONS /api/notes', { headers: preflight('QUERY') })).status, 405);
});
