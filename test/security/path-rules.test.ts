import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, resource, route } from 'oriel-host';
import { PathRules, plainest } from '../../packages/host/src/features/security/path-rules.ts';
import { z } from 'zod';
import { createContext } from '../../packages/host/src/testing/index.ts';
import { createCheckedHost } from '../lib/checked-host.ts';
import { checkRawExchanges } from '../lib/raw-exchanges.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';
import { badge } from './badge-authenticator.ts';

const secret = () => 'SECRET';
const Note = z.object({ id: z.int(), text: z.string() });
const notes = resource('notes', Note, {
  id: 'id',
  access: { write: 'public' },
  acceptQuery: true,
  store: memoryStore([{ id: 1, text: 'SECRET' }]),
});

/** A handler that decides by the normalized path, which is less strict than the router. */
const normalizing = ({ context }: { readonly context: { readonly path: string } }): string =>
  plainest(context.path).startsWith('/files/private') ? 'SECRET' : 'open';

const createRuledHost = () =>
  createCheckedHost({
    routes: [
      route('admin', 'GET|POST /admin', { handle: secret }),
      route('users', 'GET /admin/users', { handle: secret }),
      route('write', 'POST|DELETE /write', { handle: secret }),
      route('read', 'GET /write', { handle: () => 'open' }),
      route('tenant', 'GET /tenant', { handle: ({ context }) => (context.host.includes('admin') ? 'SECRET' : 'open') }),
      route('files', 'GET /files/{rest<.*>}', { handle: normalizing }),
      route('rooted', 'GET /{rest<(?!api|admin|write|tenant|files).*>}', { handle: normalizing }),
    ],
    resources: [notes],
    security: {
      firewalls: [{ name: 'all', authenticators: [badge], anonymous: true }],
      access: [
        { path: '/admin', allow: 'role:editor' },
        { path: '/files/private', allow: 'user' },
        { path: '/write', methods: ['POST', 'DELETE'], allow: 'user' },
        { path: '/api/notes', methods: ['GET'], allow: 'user' },
        { path: '/', hosts: ['admin.localhost'], allow: 'user' },
      ],
    },
  });

const PATHS = [
  ...[
    '/admin',
    '/admin/',
    '//admin',
    '/./admin',
    '/x/../admin',
    '/%61dmin',
    '/ADMIN',
    '/%2561dmin',
    '/admin%2F',
    '/admin;x',
  ],
  ...[
    '/admin.json',
    '/admin/users',
    '/admin//users',
    '/admin/./users',
    '/admin%2Fusers',
    '/admin\\users',
    '/admin/users?x',
  ],
  ...[
    '/files/private',
    '/files/private/x',
    '/files//private',
    '/files/./private',
    '/files/x/../private',
    '//files/private',
  ],
  ...[
    '/files/%70rivate',
    '/files/%2570rivate',
    '/files/PRIVATE',
    '/Files/Private/x',
    '/files;v=1/private',
    '/files/;/private',
  ],
  ...['/files/private;x=1', '/files\\private', '/files/%5Cprivate', '/files/%2e/private', '/files/%252e/private'],
  ...[
    '/files/x/%2e%2e/private',
    '/files/x/%252e%252e/private',
    '/x/../files/private',
    '/files/%2Fprivate',
    '/files/private%20',
  ],
  ...[
    '/api/notes',
    '/api/notes.json',
    '/api/notes/1',
    '/api/notes/1.json',
    '/api/%6eotes',
    '/api/notes%2Ejson',
    '/API/notes',
  ],
  ...[
    'http://localhost/admin',
    'HTTP://LOCALHOST/files//private',
    'http://admin.localhost/tenant',
    'http://admin.localhost./tenant',
  ],
  ...['/write', '/%77rite', '/write/', '//write'],
];
const HEADERS = ['', 'X-HTTP-Method-Override: GET\r\n', 'X-Original-URL: /open\r\nX-Forwarded-Host: localhost\r\n'];

test('rules cannot be bypassed with another spelling of the path, a method or a header', async () => {
  const { host } = createRuledHost();
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  try {
    let answers = 0;
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'QUERY'])
      for (const headers of HEADERS) {
        const more =
          method === 'QUERY' || method === 'POST' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n' : '';
        const body = more === '' ? '' : '{}';
        const requests = PATHS.map((path, index) => {
          const close = index === PATHS.length - 1 ? 'Connection: close\r\n' : '';
          return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}${more}${close}\r\n${body}`;
        });
        const { text } = await exchange(port, requests.join(''), 2_000);
        await checkRawExchanges(host, requests, text);
        answers += statuses(text).length;
        ok(
          !text.includes('SECRET'),
          `${method}: ${text.slice(Math.max(0, text.indexOf('SECRET') - 900), text.indexOf('SECRET'))}`,
        );
      }
    // Each request got a response, unless an invalid one closed the connection.
    ok(answers > PATHS.length * 5, String(answers));
  } finally {
    await host.close();
  }
});

test('rules allow permitted users, whatever the spelling of the path', async () => {
  const { send } = createRuledHost();
  const ada = { headers: { 'X-Badge': 'ada' } };
  const bob = { headers: { 'X-Badge': 'bob' } };
  equal((await send('GET /admin/users', ada)).status, 200);
  equal((await send('GET /admin/users', bob)).status, 403);
  equal((await send('GET /admin/users')).status, 401);
  equal(await (await send('GET /files/private/x', bob)).text(), 'SECRET');
  equal(await (await send('GET /files//private', bob)).text(), 'SECRET');
  equal(await (await send('GET /files/public')).text(), 'open');
  equal((await send('GET /write')).status, 200);
  equal((await send('GET /api/notes')).status, 401);
  equal((await send('GET /api/notes/1', bob)).status, 200);
  equal((await send('GET /api/nothing')).status, 404);
});

test('the first rule that matches the path, hostname and method decides', () => {
  const rules = new PathRules([
    { path: '/a', methods: ['POST'], allow: 'user' },
    { path: '/a/b', allow: 'never' },
    { path: '/a', hosts: ['*.example.com'], allow: 'role:x' },
    { path: '/', allow: 'public' },
  ]);
  const found = (line: string, host = 'localhost') => {
    const context = createContext(line, { hostLines: [host] });
    return rules.covering(context, context.path).map((rule) => rule?.parts[0]);
  };
  equal(found('POST /a/b').join(), 'user');
  equal(found('GET /a/b').join(), 'never');
  equal(found('GET /a').join(), 'public');
  equal(found('GET /ab').join(), 'public');
  equal(found('GET /a.json', 'www.example.com').join(), 'role:x');
  equal(found('GET //a/B').join(), 'public,never');
});

test("default: 'deny' refuses what no rule covers", async () => {
  const { send } = createCheckedHost({
    routes: [
      route('open', 'GET /open', { access: 'public', handle: () => 'open' }),
      route('covered', 'GET /covered', { handle: () => 'open' }),
      route('forgotten', 'GET /forgotten', { handle: secret }),
    ],
    resources: [
      resource('notes', Note, { id: 'id', access: { get: 'public' }, store: memoryStore([{ id: 1, text: 'x' }]) }),
    ],
    security: {
      firewalls: [{ name: 'all', authenticators: [badge], anonymous: true }],
      access: [{ path: '/covered', allow: 'public' }],
      default: 'deny',
    },
  });
  const status = async (line: string, headers = {}) => (await send(line, { headers })).status;
  equal(await status('GET /open'), 200);
  equal(await status('GET /covered'), 200);
  equal(await status('GET /forgotten'), 401);
  equal(await status('GET /forgotten', { 'X-Badge': 'ada' }), 403);
  equal(await status('GET //covered'), 404);
  equal(await status('GET /api/notes/1'), 200);
  equal(await status('GET /api/notes', { 'X-Badge': 'ada' }), 403);
  equal(await status('DELETE /api/notes/1', { 'X-Badge': 'ada' }), 403);
  equal(await status('GET /api/docs.json'), 401);
});
