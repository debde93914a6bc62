import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { Host } from 'oriel-host';
import { hashPassword, sessionLogin } from 'oriel-host/security';
import { mayHaveFindings, getFindings } from '../../packages/profiler/src/record/findings/findings.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { RecordedSession } from '../../packages/profiler/src/profile/recorded-features.ts';
import { createProfile } from '../../packages/profiler/src/testing/create-profile.ts';
import { findingCodes } from '../lib/finding-codes.ts';
import { until } from '../safety/support/recorded-host.ts';

describe('the session panel', () => {
  const storage = new MemoryProfileStorage();
  let host: Host;
  let origin = '';
  before(async () => {
    host = defineHost({
      log: false,
      sessions: {},
      profiler: { storage },
      routes: [
        route('plain', 'GET /plain', { handle: () => 'plain' }),
        route('read', 'GET /read', { handle: async ({ session }) => (await session.get('cart')) ?? 'none' }),
        route('put', 'GET /put', {
          handle: async ({ session }) => {
            await session.set('cart', ['tea']);
            await session.set('password', 'hunter2-planted');
            return 'put';
          },
        }),
        route('pay', 'POST /pay', { handle: async ({ session }) => (await session.set('paid', true), 'paid') }),
      ],
    }) as Host;
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  });
  after(() => host.close());

  async function send(line: string, headers: Record<string, string> = {}) {
    const [method, path] = line.split(' ') as [string, string];
    const response = await fetch(origin + path, { method, headers });
    const token = response.headers.get('x-debug-token')!;
    await response.arrayBuffer();
    const profile = await until(() => storage.read(token), line);
    const text = await (await fetch(`${origin}/_profiler/${token}.md?panel=session`)).text();
    return { profile, text, cookie: response.headers.get('set-cookie')?.split(';')[0] };
  }

  test('shows the redacted values, the keys that were used, and why the cookie was set', async () => {
    const { profile, text, cookie } = await send('GET /put');
    match(text, /started/);
    match(text, /\| `cart` \| `written` \|/);
    match(text, /\["tea"\]/);
    match(text, /session cookie.*sent.*a session was started/);
    ok(!JSON.stringify(profile).includes('hunter2-planted'));
    ok(!JSON.stringify(profile).includes(cookie!.split('=')[1]!), 'the session ID is not recorded');
    deepEqual(findingCodes(profile), []);
    const again = await send('GET /read', { Cookie: cookie! });
    match(again.text, /not sent.*the client has it/);
    match(again.text, /\| `cart` \| `read` \|/);
  });

  test('shows that a request did not use the session', async () => {
    const { cookie } = await send('GET /put');
    match((await send('GET /plain', { Cookie: cookie! })).text, /The session was not loaded/);
    match((await send('GET /plain')).text, /No data/);
  });

  test('has a finding for a cookie of an unknown session', async () => {
    const { profile } = await send('GET /read', { Cookie: `session=${'A'.repeat(32)}` });
    deepEqual(findingCodes(profile), ['session-cookie']);
    const finding = profile.data.findings.find(({ code }) => code === 'session-cookie');
    equal(finding?.panel, 'session');
    match(finding.text, /no session with this id exists/);
  });

  test('shows why a request was refused', async () => {
    const { cookie } = await send('GET /put');
    const { text, profile } = await send('POST /pay', { Cookie: cookie!, 'Sec-Fetch-Site': 'same-origin' });
    equal(profile.summary.status, 403);
    match(text, /csrf.*refused.*X-CSRF-Token/);
  });
});

test('the session panel shows the user, and does not contain authentication secrets', async () => {
  const storage = new MemoryProfileStorage();
  const password = await hashPassword('secret', { memory: 64, passes: 1 });
  const attempt = { state: 'planted-state', nonce: 'planted-nonce', verifier: 'planted-verifier', redirect: '/r' };
  await using host = defineHost({
    log: false,
    sessions: {},
    profiler: { storage, key: 'the-key-of-this-test-with-32-bytes-or-more', exposeToken: true },
    security: {
      users: (id: string) => ({ user: { id, roles: [] }, password }),
      firewalls: [{ name: 'all', authenticators: [sessionLogin()], anonymous: true }],
    },
    routes: [
      route('me', 'GET /me', { handle: ({ user }) => user?.id ?? 'anonymous' }),
      route('login', 'GET /start-login', {
        handle: async ({ session }) => {
          await session.set('@oidc', { ...attempt, back: '/tides', began: Date.UTC(2026, 10, 21) });
          await session.flash('info', 'hello');
          return 'started';
        },
      }),
    ],
  });
  const read = async (request: Request) => {
    const answer = await host.fetch(request);
    await answer.arrayBuffer();
    const token = answer.headers.get('x-debug-token')!;
    const profile = await until(() => storage.read(token), request.url);
    const headers = { Authorization: 'Bearer the-key-of-this-test-with-32-bytes-or-more' };
    const address = `http://localhost/_profiler/${token}.md?panel=session`;
    const text = await (await host.fetch(new Request(address, { headers }))).text();
    return { profile, text, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const body = JSON.stringify({ username: 'ada', password: 'secret' });
  const headers = { 'Content-Type': 'application/json' };
  const { cookie } = await read(new Request('http://localhost/login', { method: 'POST', headers, body }));
  const { profile, text } = await read(new Request('http://localhost/me', { headers: { Cookie: cookie } }));
  const fingerprint = createHash('sha256').update(password).digest('base64url').slice(0, 16);
  ok(!JSON.stringify(profile).includes(fingerprint), 'the fingerprint of the password is not recorded');
  ok(!JSON.stringify(profile).includes('proof'));
  match(text, /`User`: `ada`/);
  match(text, /`Authenticated by`: `session`/);
  match(text, /`Ends with password change`: `yes; the password fingerprint is not recorded/);
  match(text, /\| `authenticated user` \| `read` \|/);
  const started = await read(new Request('http://localhost/start-login', { headers: { Cookie: cookie } }));
  ok(!JSON.stringify(started.profile).includes('planted-'), 'the secrets of a login are not recorded');
  match(started.text, /`Login in progress`: `returns to \/tides, started 2026-11-21T/);
  match(started.text, /\| `flash messages` \| `\[\["info",\["hello"\]\]\]` \|/);
  match(started.text, /\| `OpenID Connect login` \| `written` \|/);
});

const SESSION: RecordedSession = { hasCookie: false, reads: [], writes: [], outcomes: [], stored: undefined };

function findingTexts(
  session: Partial<RecordedSession>,
  url: string,
  headers: [string, string][],
  sent: [string, string][],
) {
  const recorded = { ...SESSION, ...session };
  const { summary, data } = createProfile(`GET ${url}`, {
    summary: { url, host: new URL(url).hostname },
    data: { session: recorded },
  });
  const profile = {
    summary,
    data: { ...data, request: { ...data.request, headers }, response: { ...data.response, headers: sent } },
  };
  const findings = getFindings(profile);
  if (findings.length > 0) equal(mayHaveFindings(summary, { session: recorded }), true);
  return findings.map(({ text }) => text);
}

test('finds the reason why a browser does not store or send the session cookie', () => {
  const started = { outcomes: ['none', 'started'] };
  const secure: [string, string][] = [['Set-Cookie', '__Host-session=•••; Path=/; HttpOnly; Secure; SameSite=Lax']];
  match(findingTexts(started, 'http://shop.example/a', [], secure)[0]!, /is Secure, and the request used http/);
  deepEqual(findingTexts(started, 'http://localhost/a', [], secure), []);
  deepEqual(findingTexts(started, 'https://shop.example/a', [], secure), []);
  const clear: [string, string][] = [['Set-Cookie', 'session=•••; Path=/; HttpOnly; SameSite=Lax']];
  match(
    findingTexts(started, 'http://shop.example/a', [['X-Forwarded-Proto', 'https']], clear)[0]!,
    /the proxy that reports https is not trusted/,
  );
  const none = { outcomes: ['none'] };
  const cross: [string, string][] = [
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'https://other.example'],
  ];
  match(
    findingTexts(none, 'https://shop.example/a', cross, [])[0]!,
    /from `https:\/\/other\.example`, and browsers send only SameSite=None/,
  );
  deepEqual(findingTexts(none, 'https://shop.example/a', [], []), []);
  deepEqual(findingTexts({ ...none, hasCookie: true }, 'https://shop.example/a', cross, []), []);
});

test('a request without a session has no session panel, and a closed event stream is not recorded as aborted', async () => {
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    log: false,
    sessions: {},
    profiler: { storage },
    routes: [
      route('plain', 'GET /plain', { handle: () => 'plain' }),
      route('events', 'GET /events', { handle: () => endless('text/event-stream') }),
      route('film', 'GET /film', { handle: () => endless('video/mp4') }),
    ],
  });
  // Also if the test fails, because an open stream would keep the process running.
  after(() => host.close());
  const { port } = await host.listen({ port: 0, mode: 'development' });
  const origin = `http://localhost:${port}`;
  const abortAfterStart = async (path: string) => {
    const stop = new AbortController();
    const answer = await fetch(origin + path, { signal: stop.signal });
    await answer.body!.getReader().read();
    stop.abort();
    return until(() => storage.read(answer.headers.get('x-debug-token')!), path);
  };
  const events = await abortAfterStart('/events');
  equal(events.summary.aborted, false);
  equal(events.data.response.aborted, false);
  deepEqual(findingCodes(events), []);
  equal(events.data.session, undefined);
  const film = await abortAfterStart('/film');
  equal(film.summary.aborted, true);
  const plain = await fetch(`${origin}/plain`);
  await plain.arrayBuffer();
  const { data } = await until(() => storage.read(plain.headers.get('x-debug-token')!), 'plain');
  equal(data.session, undefined);
});

function endless(type: string): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
  });
  return new Response(body, { headers: { 'Content-Type': type } });
}
