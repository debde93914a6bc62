import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { sendRaw, getTokens } from './lib/raw-http.ts';

const HEADERS = {
  Host: 'shop.test',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
};

function upgradeTo(path: string, after = ''): string {
  const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n${after}`;
}

test('a WebSocket handshake has a profile with status 101, and its bytes stay the same', async (t) => {
  const [plain, recorded] = await Promise.all([
    startApplication(t, 'upgrade.mjs', { withoutRecorder: true }),
    startApplication(t, 'upgrade.mjs'),
  ]);
  const bytes = upgradeTo('/socket?token=hunter2', '\0some bytes\0the end');
  const [expected, actual] = [await sendRaw(plain.url, bytes), await sendRaw(recorded.url, bytes)];
  assert.equal(actual, expected);
  assert.match(actual, /^HTTP\/1\.1 101 [^]*some bytesthe end$/);
  const [profile] = await recorded.profiles(1);
  const { summary, data } = profile!;
  assert.equal(summary.status, 101);
  assert.equal(summary.url, 'http://shop.test/socket?token=•••');
  assert.equal(summary.aborted, false);
  assert.equal(data.response.headers.find(([name]) => name === 'Upgrade')?.[1], 'websocket');
  assert.deepEqual(
    data.logs.map(({ message }) => message),
    ['upgrade /socket?token=•••'],
  );
});

test('a refused and a dropped handshake have profiles', async (t) => {
  const app = await startApplication(t, 'upgrade.mjs');
  assert.equal(await sendRaw(app.url, upgradeTo('/refused')), 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
  assert.equal(await sendRaw(app.url, upgradeTo('/dropped')), '');
  const [refused, dropped] = await app.profiles(2);
  assert.deepEqual([refused!.summary.status, refused!.summary.aborted], [401, false]);
  assert.deepEqual([dropped!.summary.status, dropped!.summary.aborted], [0, true]);
});

test('a handshake that is passed to another server has one profile', async (t) => {
  const app = await startApplication(t, 'upgrade.mjs');
  assert.match(await sendRaw(app.url, upgradeTo('/passed')), /^HTTP\/1\.1 403 Forbidden\r\n/);
  assert.equal(await sendRaw(app.url, upgradeTo('/dropped')), '');
  const profiles = await app.profiles(2);
  assert.deepEqual(
    profiles.map(({ summary }) => [summary.path, summary.status]),
    [
      ['/passed', 403],
      ['/dropped', 0],
    ],
  );
  assert.equal(app.errors().trim().split('\n').length, 1, app.errors());
});

test('a server without a listener of upgrades does not accept them because of the recorder', async (t) => {
  const app = await startApplication(t, 'upgrade.mjs', { env: { UPGRADES: 'no' } });
  const request = upgradeTo('/socket').replace('Connection: Upgrade', 'Connection: close, Upgrade');
  const response = await sendRaw(app.url, request);
  assert.match(response, /^HTTP\/1\.1 200 OK\r\n/);
  const { summary } = await app.profile(getTokens(response)[0]!);
  assert.equal(summary.status, 200);
});
