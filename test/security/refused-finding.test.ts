import { randomBytes } from 'node:crypto';
import { match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { bearer } from 'oriel-host/security';
import { until } from '../safety/support/recorded-host.ts';
import { signToken } from './sign-token.ts';

test('the profile of a 401 contains the reason, and no token', async () => {
  const storage = new MemoryProfileStorage();
  const secret = randomBytes(32);
  const host = defineHost({
    routes: [route('me', 'GET /me', { handle: () => 'me' })],
    security: { firewalls: [{ name: 'api', authenticators: [bearer({ algorithms: ['HS256'], secret })] }] },
    profiler: { storage },
    log: false,
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const getProfile = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://localhost:${port}/me`, { headers });
    await answer.arrayBuffer();
    const profile = await until(() => storage.read(answer.headers.get('x-debug-token')!), 'the profile');
    return { findings: profile.data.findings.map(({ text }) => text).join('\n'), all: JSON.stringify(profile) };
  };
  try {
    const token = signToken({ alg: 'HS256' }, { sub: 'ada', exp: Math.floor(Date.now() / 1000) - 200 }, secret);
    const expired = await getProfile({ Authorization: `Bearer ${token}` });
    match(expired.findings, /the token expired 3 minutes ago/);
    ok(!expired.all.includes(token.slice(-20)));
    match((await getProfile({})).findings, /no credentials for bearer/);
    const valid = signToken({ alg: 'HS256' }, { sub: 'ada', exp: Math.floor(Date.now() / 1000) + 60 }, secret);
    match((await getProfile({ Authorization: `Bearer ${valid}` })).all, /authenticated by bearer/);
  } finally {
    await host.close();
  }
});
