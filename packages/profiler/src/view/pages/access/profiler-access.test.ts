import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HttpContext } from '../../../../../core/src/http/context.ts';
import type { HttpError } from '../../../../../core/src/http/http-errors.ts';
import { createIncoming } from '../../../../../host/src/http/create-incoming.ts';
import { ProfilerAccess } from './profiler-access.ts';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { mockClock } from '../../../../../../test/lib/mock-clock.ts';

interface Asking {
  readonly peer?: string | undefined;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly query?: string;
  readonly ip?: string;
}

function getContext({
  peer = '127.0.0.1',
  host = 'localhost:8000',
  headers = {},
  version = '1.1',
  query = '',
  ip = '10.9.9.9',
}: Asking): HttpContext {
  const incoming = createIncoming(`GET /_profiler/latest${query}`, {
    headers,
    hostLines: [host],
    version,
    ip,
  });
  return new HttpContext({ ...incoming, peer }, undefined, undefined);
}

function outcome(access: ProfilerAccess, asking: Asking): number | string {
  try {
    return access.authorize(getContext(asking)).pass === undefined ? 'in' : 'in with a pass';
  } catch (error) {
    return (error as HttpError).status;
  }
}

describe('without a key, access is granted', () => {
  const access = new ProfilerAccess();
  const opens: [string, Asking][] = [
    ['to this machine', {}],
    ['to this machine by IPv6', { peer: '::1', host: '[::1]:8000' }],
    ['to another loopback address and name', { peer: '127.0.0.5', host: 'www.localhost' }],
  ];
  const stays: [string, Asking][] = [
    ['to another machine', { peer: '192.168.1.7' }],
    ['with another host name, which may be a DNS rebinding attack', { host: 'evil.example' }],
    ...[
      'Forwarded',
      'Via',
      'X-Real-IP',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'x-forwarded-proto',
      'X-Forwarded',
      'CF-Connecting-IP',
    ].map((name): [string, Asking] => [
      `to a request with the proxy header ${name}`,
      { headers: { [name]: '127.0.0.1' } },
    ]),
    ['to nginx with a bare proxy_pass, which uses HTTP/1.0 and adds no header', { version: '1.0' }],
  ];
  for (const [who, asking] of opens) test(who, () => assert.equal(outcome(access, asking), 'in'));
  for (const [who, asking] of stays) test(`not ${who}`, () => assert.equal(outcome(access, asking), 403));
  test('not to a request without a connection, such as a sub-request', () => {
    const context = new HttpContext(createIncoming('GET /_profiler/latest', { peer: null }), undefined, undefined);
    assert.throws(() => access.authorize(context), /comes from another machine/);
  });
  test('and a refusal states the reason', () =>
    assert.throws(
      () => access.authorize(getContext({ headers: { Via: '1.1 x' } })),
      /denied: the request has the header Via/,
    ));
  test('not with an empty key', () =>
    assert.equal(outcome(new ProfilerAccess({ key: '' }), { peer: '10.0.0.1', query: '?key=' }), 403));
});

describe('with a key', () => {
  const KEY = 'open-sesame-with-32-bytes-or-more';
  const access = new ProfilerAccess({ key: KEY });
  const far: Asking = { peer: '10.1.2.3', host: 'api.example', headers: { 'X-Forwarded-For': '1.2.3.4' } };

  test('access is granted from any machine, by header or in the URL', () => {
    assert.equal(
      outcome(access, { ...far, headers: { Authorization: 'Bearer open-sesame-with-32-bytes-or-more' } }),
      'in',
    );
    assert.equal(outcome(access, { ...far, query: '?key=open-sesame-with-32-bytes-or-more' }), 'in with a pass');
  });

  test('a wrong key is refused', () => {
    assert.equal(outcome(access, { ...far, query: '?key=open-sesam' }), 403);
    assert.equal(outcome(access, { ...far, headers: { Authorization: 'Bearer x' } }), 403);
  });

  test('a key of less than 32 bytes throws', () =>
    assert.throws(() => new ProfilerAccess({ key: 'x'.repeat(31) }), /^RangeError: The profiler key has less than 32/));

  test('after ten wrong keys, those of an address get 429 for a minute, and the correct key still grants access', (t) => {
    const clock = mockClock(t);
    const guarded = new ProfilerAccess({ key: KEY, addressKey: (address) => address.split('.').slice(0, 3).join('.') });
    const { pass } = guarded.authorize(getContext({ ...far, query: `?key=${KEY}` }));
    const guesses: Asking[] = [
      { ...far, query: '?key=guess' },
      { ...far, headers: { Authorization: 'Bearer guess' } },
      { ...far, query: `?key=${'a'.repeat(9)}.${'b'.repeat(22)}` },
      { ...far, ip: '10.9.9.7', headers: { Authorization: `Bearer ${KEY}x` } },
    ];
    for (let i = 0; i < 10; i++) assert.equal(outcome(guarded, guesses[i % guesses.length]!), 403, String(i));
    for (const asking of guesses) assert.equal(outcome(guarded, asking), 429);
    assert.equal(outcome(guarded, { ...far, query: `?key=${KEY}` }), 'in with a pass');
    assert.equal(outcome(guarded, { ...far, headers: { Authorization: `Bearer ${KEY}` } }), 'in');
    assert.throws(() => guarded.authorize(getContext(guesses[0]!)), { headers: { 'Retry-After': '60' } });
    // Passes stay valid. Requests without a key, other addresses and this machine are not affected.
    assert.equal(outcome(guarded, { ...far, query: `?key=${pass}` }), 'in with a pass');
    assert.equal(outcome(guarded, far), 403);
    assert.equal(outcome(guarded, { ...far, ip: '10.9.8.7', query: `?key=${KEY}` }), 'in with a pass');
    assert.equal(outcome(guarded, { ip: '10.9.9.9' }), 'in');
    clock.tick(60_001);
    assert.equal(outcome(guarded, { ...far, query: `?key=${KEY}` }), 'in with a pass');
  });

  test('an expired pass does not count as a wrong key', (t) => {
    const clock = mockClock(t);
    const guarded = new ProfilerAccess({ key: KEY });
    const { pass } = guarded.authorize(getContext({ ...far, query: `?key=${KEY}` }));
    clock.tick(13 * 3_600_000);
    for (let i = 0; i < 20; i++) assert.equal(outcome(guarded, { ...far, query: `?key=${pass}` }), 403);
    assert.equal(outcome(guarded, { ...far, query: `?key=${KEY}` }), 'in with a pass');
  });

  test('links contain a pass instead of the key, valid in every process with the key', () => {
    const { pass } = access.authorize(getContext({ ...far, query: '?key=open-sesame-with-32-bytes-or-more' }));
    assert.doesNotMatch(pass!, /sesame/);
    assert.equal(
      outcome(new ProfilerAccess({ key: 'open-sesame-with-32-bytes-or-more' }), { ...far, query: `?key=${pass}` }),
      'in with a pass',
    );
    assert.equal(
      outcome(new ProfilerAccess({ key: 'another key that has 32 bytes or more' }), { ...far, query: `?key=${pass}` }),
      403,
    );
  });

  test('a pass expires and cannot be extended', (t) => {
    const { pass } = access.authorize(getContext({ ...far, query: '?key=open-sesame-with-32-bytes-or-more' }));
    const [until, signature] = pass!.split('.') as [string, string];
    const later = (Number.parseInt(until, 36) + 1_000_000).toString(36);
    assert.equal(outcome(access, { ...far, query: `?key=${later}.${signature}` }), 403);
    mockClock(t, Date.now() + 13 * 3_600_000);
    assert.equal(outcome(access, { ...far, query: `?key=${pass}` }), 403);
  });

  test('a one-time code grants access once', () => {
    const code = access.createOneTimeCode();
    assert.equal(outcome(access, { ...far, query: `?key=${code}` }), 'in with a pass');
    assert.equal(outcome(access, { ...far, query: `?key=${code}` }), 403);
  });

  test('an unused one-time code expires after 15 minutes', (t) => {
    const [taken, late] = [access.createOneTimeCode(), access.createOneTimeCode()];
    const begin = Date.now();
    const clock = mockClock(t, begin + 14 * 60_000);
    assert.equal(outcome(access, { ...far, query: `?key=${taken}` }), 'in with a pass');
    clock.setTime(begin + 15 * 60_000 + 1_000);
    assert.equal(outcome(access, { ...far, query: `?key=${late}` }), 403);
  });
});

describe('with the key required', () => {
  const access = new ProfilerAccess({ key: 'open-sesame-with-32-bytes-or-more', keyOnly: true });
  test('this machine needs the key too, and other requests get 404', () => {
    assert.equal(outcome(access, {}), 404);
    assert.throws(() => access.authorize(getContext({})), {
      message: 'No route found for "GET http://localhost:8000/_profiler/latest"',
    });
    assert.equal(outcome(access, { query: '?key=open-sesame-with-32-bytes-or-more' }), 'in with a pass');
    const bearer = { headers: { Authorization: 'Bearer guess' } };
    for (let i = 0; i < 30; i++) assert.equal(outcome(access, bearer), 404);
    // The correct key grants access after any number of wrong ones, which other clients of a proxy may have sent.
    assert.equal(outcome(access, { query: '?key=open-sesame-with-32-bytes-or-more' }), 'in with a pass');
  });
});

describe('on a host', () => {
  process.env['ORIEL_MODE'] = 'development';
  const { host } = createProfilerHost({ key: 'open-sesame-with-32-bytes-or-more' });
  after(() => host.close());
  const ask = (path: string): Promise<Response> =>
    host.fetch(new Request(`http://localhost${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' }), {
      peer: '10.1.2.3',
    });

  test('a key in the URL is replaced by a pass in all links', async () => {
    assert.equal((await ask('/_profiler/')).status, 403);
    const first = await ask('/_profiler/empty/search/results?limit=10&key=open-sesame-with-32-bytes-or-more');
    assert.equal(first.status, 303);
    const location = first.headers.get('location')!;
    assert.doesNotMatch(location, /sesame/);
    const page = await (await ask(location)).text();
    const links = [...page.matchAll(/(?:href|action)="((?:\/_profiler|\?)[^"]*)"/g)].map(([, href]) => href!);
    assert.ok(links.length > 4);
    assert.equal(links.filter((href) => href.startsWith('/_profiler/search?')).length, 3);
    for (const href of links) assert.match(href, /[?;]key=[\w.-]+/);
  });
});

describe('the page to sign in', () => {
  const KEY = 'the-key-of-the-profiler-with-more-than-32-bytes';
  const { host } = createProfilerHost({ key: KEY });
  const { host: production } = createProfilerHost({ key: KEY, keyOnly: true });
  const { host: closed } = createProfilerHost();
  after(async () => void (await Promise.all([host.close(), production.close(), closed.close()])));
  const ask = (of: typeof host, path: string, body?: Record<string, string>, accept = 'text/html'): Promise<Response> =>
    of.fetch(
      new Request(`http://localhost${path}`, {
        headers: { Accept: accept },
        redirect: 'manual',
        ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      }),
      { peer: '192.168.1.7' },
    );

  test('is shown to browsers without access, states what the key is, and leads to the requested page', async () => {
    const refused = await ask(host, '/_profiler/latest?panel=logs&key=wrong');
    const page = await refused.text();
    assert.equal(refused.status, 403);
    assert.match(refused.headers.get('content-security-policy')!, /^default-src 'none'/);
    assert.match(page, /<code>profiler\.key<\/code>.*<code>ORIEL_PROFILER_KEY<\/code>/s);
    assert.match(page, /<label for="key">.*<input id="key" name="key" type="password"/s);
    const next = /name="next" value="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&');
    assert.equal(next, '/_profiler/latest?panel=logs');
    const entered = await ask(host, '/_profiler/sign-in', { key: ` ${KEY} `, next });
    assert.equal(entered.status, 303);
    assert.match(entered.headers.get('location')!, /^\/_profiler\/latest\?panel=logs&key=[\w.-]+$/);
    assert.doesNotMatch(entered.headers.get('location')!, new RegExp(KEY));
    assert.equal(
      (await ask(host, '/_profiler/empty/search/results?key=' + entered.headers.get('location')!.split('key=')[1]))
        .status,
      200,
    );
  });

  test('a wrong key is refused with the same page, and leads to no other site', async () => {
    const wrong = await ask(host, '/_profiler/sign-in', { key: 'wrong', next: '/_profiler/latest' });
    assert.equal(wrong.status, 403);
    assert.match(await wrong.text(), /the key is wrong.*name="next" value="\/_profiler\/latest"/s);
    for (const next of ['https://evil.example/', '//evil.example/', '/other', ''])
      assert.match(
        (await ask(host, '/_profiler/sign-in', { key: KEY, next })).headers.get('location')!,
        /^\/_profiler\/empty\//,
      );
  });

  test('programs get the error, and no form is offered without a key', async () => {
    assert.match((await ask(host, '/_profiler/', undefined, 'application/json')).headers.get('content-type')!, /json/);
    const page = await (await ask(closed, '/_profiler/')).text();
    assert.doesNotMatch(page, /<form/);
    assert.match(page, /No key is configured/);
  });

  test('is hidden where the profiler is hidden, but accepts the key', async () => {
    assert.equal((await ask(production, '/_profiler/')).status, 404);
    assert.equal((await ask(production, '/_profiler/sign-in', { key: 'wrong', next: '' })).status, 404);
    assert.equal((await ask(production, '/_profiler/sign-in', { key: KEY, next: '' })).status, 303);
  });

  test('ten wrong keys are the limit of an address', async () => {
    const { host: limited } = createProfilerHost({ key: KEY });
    for (let count = 0; count < 10; count++) await ask(limited, '/_profiler/sign-in', { key: 'wrong', next: '' });
    assert.equal((await ask(limited, '/_profiler/sign-in', { key: KEY, next: '' })).status, 429);
    await limited.close();
  });
});
