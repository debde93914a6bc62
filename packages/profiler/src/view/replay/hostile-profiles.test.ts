import assert from 'node:assert/strict';
import dns from 'node:dns';
import { createServer } from 'node:http';
import { Socket, isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { EVIL, hostileProfile } from '../../../../../test/profiler/hostile-profile.ts';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { createBody } from '../../testing/create-profile.ts';
import { prepareReplay } from './prepare-replay.ts';
import type { ReplayEdits } from './prepare-replay.ts';
import { sendReplay } from './send-replay.ts';

const NO_STORE = { read: () => undefined };

test('no hostile profile reaches another host than this machine, and what cannot be sent is refused with a sentence', async (t) => {
  const { port, targets } = await startServer(t);
  const connections = recordConnections(t);
  const profiles = createHostileProfiles(port);
  assert.ok(profiles.length >= 100, String(profiles.length));
  let sent = 0;
  for (const { profile, edits } of profiles) {
    const prepared = prepareReplay(profile, edits);
    if ('problems' in prepared) {
      assert.ok(prepared.problems.length > 0);
      for (const problem of prepared.problems) assert.match(problem, /^[^\p{Cc}]{10,400}\.$/u);
      continue;
    }
    sent++;
    const response = await sendReplay(prepared, { storage: NO_STORE, timeoutMs: 5_000 });
    assert.deepEqual(
      [response.status, response.failure],
      [204, undefined],
      `${prepared.origin.href} ${prepared.target}`,
    );
  }
  assert.ok(sent >= 20, String(sent));
  assert.equal(targets.length, sent, 'each request arrived once');
  for (const host of targets.map(({ host }) => host))
    assert.match(host, /^(?:localhost|127\.0\.0\.1|a\.localhost):\d+$/);
  assert.ok(connections.length >= sent);
  for (const address of connections) assert.match(address, /^(?:127\.0\.0\.1|::1)$/);
});

test('no origin that only looks like this machine is accepted', () => {
  for (const origin of REFUSED_ORIGINS) {
    const recorded = prepareReplay(knownProfile({ request: { url: `${origin}/` } }));
    assert.ok('problems' in recorded, origin);
    const edited = prepareReplay(knownProfile(), { origin });
    assert.ok('problems' in edited, origin);
  }
});

test('only an edited origin can be on another machine, if the caller allows it', () => {
  const profile = knownProfile({ request: { url: 'http://shop.example/orders' } });
  assert.ok('problems' in prepareReplay(profile, {}, { allowsRemote: true }));
  assert.ok('problems' in prepareReplay(profile, { origin: 'https://staging.example' }));
  const prepared = prepareReplay(profile, { origin: 'https://staging.example' }, { allowsRemote: true });
  assert.ok('origin' in prepared);
  assert.equal(prepared.origin.href, 'https://staging.example/');
  for (const origin of [
    'http://0x7f000001',
    'http://user@shop.example',
    'http://shop.example/path',
    'ftp://shop.example',
  ])
    assert.ok('problems' in prepareReplay(profile, { origin }, { allowsRemote: true }), origin);
});

test('localhost is this machine, whatever the resolver returns for it', async (t) => {
  const { port, targets } = await startServer(t);
  const lookup = t.mock.method(dns, 'lookup', () => assert.fail('a resolver was used'));
  const prepared = prepareReplay(knownProfile({ request: { url: `http://localhost:${port}/` } }));
  assert.ok('origin' in prepared);
  assert.equal((await sendReplay(prepared, { storage: NO_STORE })).status, 204);
  assert.equal(lookup.mock.callCount(), 0);
  assert.equal(targets.length, 1);
});

const REFUSED_ORIGINS = [
  ...['http://localhost.evil', 'http://127.0.0.1.nip.io', 'http://localhost.evil.example:3000', 'http://evil.example'],
  ...[
    'http://user@localhost',
    'http://localhost:3000@evil.example',
    'http://localhost\\@evil.example',
    'http://evil\\.localhost',
  ],
  ...[
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://127.1',
    'http://0177.0.0.1',
    'http://127.0.0.256',
  ],
  ...[
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:10.0.0.1]',
    'http://[::]',
    'http://0.0.0.0',
    'http://0',
    'http://[::1%25eth0]',
  ],
  ...['http://localhost.', 'http://ⓛocalhost', 'http://localhost\u3002evil', 'http://127。0。0。1', 'http://1.1.1.1'],
  ...[
    'http://localhost:99999',
    'http://localhost:-1',
    'http://localhost:3000:80',
    'http://',
    'http:///',
    '//localhost',
  ],
  ...['file:///etc/passwd', 'unix:/var/run/docker.sock', 'http://unix:/var/run/docker.sock', 'javascript:alert(1)', ''],
  ...[
    'http://169.254.169.254',
    'http://metadata.google.internal',
    'http://%6cocalhost',
    'http://local\nhost',
    'http://local\0host',
  ],
];

function createHostileProfiles(port: number): { profile: Profile; edits?: ReplayEdits }[] {
  const authority = `localhost:${port}`;
  const base = `http://${authority}`;
  const of = (request: Partial<Profile['data']['request']>): { profile: Profile } => ({
    profile: knownProfile({ request }),
  });
  const edit = (edits: ReplayEdits): { profile: Profile; edits: ReplayEdits } => ({
    ...of({ url: `${base}/` }),
    edits,
  });
  const line = (name: string, value: string): { profile: Profile } =>
    of({
      url: `${base}/`,
      headers: [
        ['Host', authority],
        [name, value],
      ],
    });
  return [
    { profile: hostileProfile() },
    ...REFUSED_ORIGINS.map((origin) => of({ url: `${origin}/` })),
    ...REFUSED_ORIGINS.map((origin) => edit({ origin })),
    // A server could take the target for a URL.
    ...['//evil.example/', '/@evil.example/', '/\\evil.example', '/http://evil.example/', '/%0d%0aHost:evil'].flatMap(
      (target) => [of({ url: base + target }), edit({ target })],
    ),
    ...[
      'http://evil.example/',
      'evil.example:443',
      '*',
      '',
      '\\evil.example',
      '@evil.example',
      '?a',
      '/a\r\nX: 1',
      '/a\0',
      '/a b',
      '/é€',
    ].flatMap((target) => [edit({ target }), of({ url: `${base}/${target}` })]),
    ...['evil.example', `${authority}@evil.example`, 'evil.example\r\nX-Injected: 1', '', 'a, b', '\0'].map((host) =>
      line('Host', host),
    ),
    of({
      url: `${base}/`,
      headers: [
        ['Host', 'evil.example'],
        ['host', authority],
        ['HOST', 'evil.example'],
      ],
    }),
    ...['x\r\nX-Injected: 1', 'x\nX: 1', 'x\0', '\u010a', EVIL].map((value) => line('X-Value', value)),
    ...['X\r\nX-Injected', 'X:', '', ':authority', 'X Y', EVIL].map((name) => line(name, '1')),
    ...['CONNECT', 'GET /evil HTTP/1.1\r\nX: ', 'GET\0', '', 'GET ', EVIL].flatMap((method) => [
      of({ url: `${base}/`, method }),
      edit({ method }),
    ]),
    ...['chunked', 'gzip, chunked', 'identity', 'chunked\r\nX-Injected: 1'].map((value) =>
      line('Transfer-Encoding', value),
    ),
    ...['5', '-1', '1e3', '0, 5', '99999999999'].map((value) => line('Content-Length', value)),
    line('Proxy-Authorization', 'Basic eDp5'),
    line('X-Forwarded-Host', 'evil.example'),
    line('Upgrade', 'h2c'),
    line('Expect', '100-continue'),
    line('Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='),
    of({ url: `http://127.0.0.1:${port}/` }),
    of({ url: `http://a.localhost:${port}/` }),
    of({ url: `${base}/`, method: 'POST', body: createBody('GET http://evil.example/ HTTP/1.1\r\n\r\n') }),
    of({ url: `${base}/`, method: 'POST', body: { ...createBody('x'), size: 1e15, kept: 1e15 } }),
    of({ url: `${base}/`, headers: [['Host']] as never }),
    of({ url: `${base}/`, headers: 'Host: evil.example' as never }),
    of({ url: null as never }),
    of({ url: `${base}/`, body: { content: 7 } as never }),
    edit({ host: 'evil.example\r\nX: 1' }),
    edit({ values: { ['__proto__']: 'x' } }),
  ];
}

async function startServer(t: TestContext): Promise<{ port: number; targets: { host: string; target: string }[] }> {
  const targets: { host: string; target: string }[] = [];
  const server = createServer((request, response) => {
    assert.equal(request.headers['x-injected'], undefined);
    targets.push({ host: request.headers.host!, target: request.url! });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, targets };
}

/** Returns the addresses that sockets of this process connect to. A name would be that of a resolver. */
function recordConnections(t: TestContext): string[] {
  const addresses: string[] = [];
  const lookup = dns.lookup;
  t.mock.method(dns, 'lookup', ((name: string, ...rest: unknown[]) => {
    addresses.push(name);
    return Reflect.apply(lookup, dns, [name, ...rest]) as unknown;
  }) as typeof dns.lookup);
  const { connect } = Socket.prototype;
  t.mock.method(Socket.prototype, 'connect', function (this: Socket, ...args: unknown[]) {
    const [options] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string }];
    const name = options.host ?? 'localhost';
    if (isIP(name) !== 0) addresses.push(name);
    this.once('connect', () => addresses.push(this.remoteAddress ?? 'unknown'));
    return Reflect.apply(connect, this, args) as Socket;
  } as typeof connect);
  return addresses;
}
