import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { resource, route } from 'oriel-host';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { checkRawExchanges } from '../lib/raw-exchanges.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';
import { badge } from './badge-authenticator.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const secret = () => 'SECRET';
const Note = z.object({ id: z.number().int(), text: z.string() });
const notes = resource('notes', Note, {
  id: 'id',
  provide: { list: () => [{ id: 1, text: 'SECRET' }], get: () => ({ id: 1, text: 'SECRET' }) },
});

/** Handlers behind a firewall respond with SECRET, which no anonymous request may receive. */
const createGuardedHost = () =>
  createCheckedHost({
    routes: [
      route('admin', 'GET|POST /admin', { handle: secret }),
      route('users', 'GET /admin/users', { handle: secret }),
      route('user', 'GET /admin/users/{id}', { handle: secret }),
      route('slashed', 'GET /admin/slashed/', { handle: secret }),
      route('bytes', 'GET /admin/bytes/{rest<.+>}', { handle: secret }),
      route('café', 'GET /café/{id}', { handle: secret }),
      route('post', 'POST|DELETE /write', { handle: secret }),
      route('read', 'GET /write', { handle: () => 'open' }),
      route('tenant', 'GET /tenant', { handle: ({ context }) => (context.host.includes('admin') ? 'SECRET' : 'open') }),
      route('anything', 'GET /open/{rest<.*>}', { handle: () => 'open' }),
    ],
    api: { formats: ALL_FORMATS },
    resources: [notes],
    security: {
      firewalls: [
        { name: 'admin', path: '/admin', authenticators: [badge] },
        { name: 'cafe', path: '/café', authenticators: [badge] },
        { name: 'notes', path: '/api/notes', authenticators: [badge] },
        { name: 'host', host: 'admin.localhost', authenticators: [badge] },
        { name: 'rest', authenticators: [badge], anonymous: true },
      ],
      access: [{ path: '/write', methods: ['POST', 'DELETE'], allow: 'user' }],
    },
  });

const PATHS = [
  ...['/admin', '/admin/', '/admin//', '//admin', '///admin', '/./admin', '/../admin', '/x/../admin', '/admin/.'],
  ...['/%61dmin', '/%41dmin', '/ADMIN', '/Admin', '/adm%69n', '/%2561dmin', '/admin%00', '/admin%20', '/admin%2F'],
  ...['/admin;x=1', '/;/admin', '/admin;/users', '/admin/;users', '/admin.json', '/admin?x', '/admin#x', '/admin%23'],
  ...['/admin/users', '/admin//users', '/admin/./users', '/%2e/admin/users', '/admin%2Fusers', '/admin\\users'],
  ...['/open/../admin/users', '/open/%2e%2e/admin', '/admin/users/7', '/admin/users/%37', '/admin/users/a%2Fb'],
  ...['/admin/slashed', '/admin/slashed/', '/admin/bytes/%FF', '/%61dmin/bytes/%FF%FE', '/admin/bytes/../../open'],
  ...['/caf%C3%A9/1', '/caf%c3%a9/%31', '/caf%e9/1', '/cafe%CC%81/1', '/café/1'],
  ...['/api/notes', '/api/notes.json', '/api/notes/1', '/api/notes/1.json', '/api/%6eotes', '/api/notes.jsonld'],
  ...['/api//notes', '/api/./notes', '/API/notes', '/api/notes/', '/api/notes;v=1', '/api/notes%2Ejson'],
  ...['http://localhost/admin', 'HTTP://LOCALHOST/admin/users', 'http://localhost//admin', 'http://x@localhost/admin'],
  ...['http://admin.localhost/tenant', '*', 'admin', '', '?/admin', 'localhost/admin'],
];
const HEADERS = [
  '',
  'X-HTTP-Method-Override: GET\r\n',
  'X-Original-URL: /open/x\r\nX-Rewrite-URL: /open/x\r\n',
  'X-Forwarded-Prefix: /open\r\nX-Forwarded-For: 127.0.0.1\r\nForwarded: for=127.0.0.1;host=open\r\n',
  'X-Badge:\r\nAuthorization: Badge ada\r\n',
];

test('a firewall cannot be bypassed with another spelling of the path, over a socket', async () => {
  const { host } = createGuardedHost();
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  let refused = 0;
  try {
    for (const path of PATHS) {
      for (const method of ['GET', 'HEAD', 'POST', 'get', 'OPTIONS', 'QUERY']) {
        const texts = await Promise.all(
          HEADERS.map(async (lines) => {
            const line = `${method} ${Buffer.from(path).toString('latin1')} HTTP/1.1`;
            const request = `${line}\r\nHost: localhost\r\n${lines}Connection: close\r\nContent-Length: 0\r\n\r\n`;
            const { text } = await exchange(port, request);
            await checkRawExchanges(host, [request], text);
            return text;
          }),
        );
        for (const text of texts) {
          ok(!text.includes('SECRET'), `${method} ${path} was not refused:\n${text}`);
          if (statuses(text).includes(401)) refused++;
        }
      }
    }
  } finally {
    await host.close();
  }
  // The test proves something only if many of the paths belong to a firewall.
  ok(refused > 200, `only ${refused} requests were refused`);
});

test('the same paths respond with 200 to requests with a badge', async () => {
  const { send } = createGuardedHost();
  const headers = { 'X-Badge': 'ada' };
  for (const path of ['/admin', '/%61dmin', '/admin/users/7', '/admin/bytes/x', '/caf%C3%A9/1', '/api/notes.json'])
    ok((await (await send(`GET ${path}`, { headers })).text()).includes('SECRET'), path);
});

test('a firewall cannot be bypassed with another spelling of the method or the host', async () => {
  const { host } = createGuardedHost();
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const request = async (line: string, name = 'localhost', lines = ''): Promise<string> => {
    const { text } = await exchange(
      port,
      `${line} HTTP/1.1\r\nHost: ${name}\r\n${lines}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    return text;
  };
  try {
    for (const [line, lines] of [
      ['POST /write', ''],
      ['DELETE /write', ''],
      ['POST /%77rite', ''],
      ['POST /write', 'X-HTTP-Method-Override: GET\r\n'],
      ['POST /write?_method=GET', ''],
    ] as const)
      equal(statuses(await request(line, 'localhost', lines))[0], 401, line + lines);
    ok((await request('GET /write')).includes('open'));
    for (const name of [
      'admin.localhost',
      'ADMIN.localhost',
      'admin.localhost.',
      'www.admin.localhost',
      'admin.localhost:80',
    ])
      ok(!(await request('GET /tenant', name)).includes('SECRET'), name);
    ok((await request('GET /tenant')).includes('open'));
  } finally {
    await host.close();
  }
});
