import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { createBody } from '../../packages/profiler/src/testing/create-profile.ts';
import { eventually, startApplication } from '../drop-in/lib/application.ts';
import { knownProfile } from '../profiler/known-profile.ts';
import { createProject, runOriel, startOriel, stopAfter } from './run-program.ts';

test('replay sends the newest request again and prints what differs from the recorded one', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const recorded = await app.profileOf(await fetch(`${app.url}/headers`));
  const { token } = recorded.summary;
  const folder = createProject(t, {});
  const same = await runOriel(folder, ['replay', token, '--store', app.store, '--fail-if', 'changed']);
  assert.equal(same.code, 0, same.err);
  const [, , newToken] = await eventually(() => /([\da-f]{6}) → ([\da-f]{6})/.exec(same.out) ?? undefined);
  assert.notEqual(newToken, token);
  assert.match(same.out, /No difference/);
  assert.match(same.err, new RegExp(`^GET ${app.url}/headers$`, 'm'));
  const changed = await runOriel(folder, [
    ...['replay', token, '--store', app.store, '--fail-if', 'changed', '--format', 'json'],
    ...['--header', 'X-New: 1', '--header', 'accept-language:'],
  ]);
  assert.equal(changed.code, 1, changed.err);
  const comparison = JSON.parse(changed.out) as { differences: { aspect: string; path: string; kind: string }[] };
  const body = comparison.differences.filter(({ aspect }) => aspect === 'body');
  assert.deepEqual(
    body.map(({ kind, path }) => `${kind} ${path}`),
    ['removed /accept-language', 'added /x-new'],
  );
});

test('replay sends a request that may change data only if it is confirmed', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const response = await fetch(`${app.url}/echo`, { method: 'POST', body: 'one' });
  const { token } = (await app.profileOf(response)).summary;
  const args = ['replay', token, '--store', app.store];
  const refused = await runOriel(createProject(t, {}), args);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /^POST http:\S+\/echo with a body of 3 bytes$/m);
  assert.match(refused.err, /POST may change data, and was not confirmed\n {4}fix: Pass --yes/);
  assert.equal((await app.profiles(1)).length, 1);
  const sent = await runOriel(createProject(t, {}), [...args, '--yes', '--data', 'other']);
  assert.equal(sent.code, 0, sent.err);
  const [, second] = await app.profiles(2);
  assert.equal(second!.data.response.body?.content, 'other');
});

test('replay asks for masked values, and names cookies that it leaves out', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const headers = { Authorization: 'Bearer abcdef', Cookie: 'sid=s1' };
  const { token } = (await app.profileOf(await fetch(`${app.url}/headers?token=t1`, { headers }))).summary;
  const args = ['replay', token, '--store', app.store];
  const missing = await runOriel(createProject(t, {}), args);
  assert.equal(missing.code, 2);
  assert.match(missing.err, /Authorization was masked when the request was recorded: \$AUTHORIZATION$/m);
  assert.match(missing.err, /token was masked when the request was recorded: \$REDACTED_TOKEN$/m);
  const sent = await runOriel(createProject(t, {}), [...args, '--value', 'token=t2', '--format', 'json'], {
    AUTHORIZATION: 'fedcba',
  });
  assert.equal(sent.code, 0, sent.err);
  assert.match(sent.err, /The cookie "sid" is left out, because its value was masked\./);
  const [, second] = await app.profiles(2);
  assert.deepEqual(
    second!.data.request.headers.filter(([name]) => /^(?:authorization|cookie)$/i.test(name)),
    [['Authorization', 'Bearer •••']],
  );
  const unknown = await runOriel(createProject(t, {}), [...args, '--value', 'sidd=1']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /--value names "sidd", which was not masked; expected sid/);
});

test('replay prints status, headers and body of a response without a profile, and compares their shape', async (t) => {
  const port = await startServer(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end('{"items":[{"id":7,"total":"12.50","name":"\\u001b[31m"}]}');
  });
  const body = createBody('{"items":[{"id":1,"total":12.5,"name":"x"}],"page":1}', 'application/json');
  const folder = createStore(t, [
    knownProfile({
      summary: { token: '00000a', url: `http://localhost:${port}/orders`, contentType: 'application/json' },
      request: { url: `http://localhost:${port}/orders`, headers: [['Host', `localhost:${port}`]] },
      response: { body },
    }),
  ]);
  const { code, out, err } = await runOriel(folder, ['replay', '00000a', '--fail-if', 'changed']);
  assert.equal(code, 1, err);
  assert.match(err, /not as recorded: Connection: close is added\./);
  assert.match(err, /The response has no profile/);
  assert.match(out, /body \/items\/\*\/total: number → text/);
  assert.match(out, /body \/page removed/);
  assert.match(out, /Status +200/);
  assert.match(out, /"id": 7/);
  assert.ok(!out.includes('\u001b'));
  for (const format of ['json', 'md', 'html']) {
    const printed = await runOriel(folder, ['replay', '00000a', '--format', format]);
    assert.equal(printed.code, 0, printed.err);
    assert.match(printed.out, /total: number → text/, format);
  }
});

test('replay sends to another machine only if --against names it', async (t) => {
  const port = await startServer(t, (request, response) => response.end(request.headers.host));
  const url = 'http://shop.example/orders';
  const folder = createStore(t, [
    knownProfile({ summary: { token: '00000a', url }, request: { url, headers: [['Host', 'shop.example']] } }),
  ]);
  const refused = await runOriel(folder, ['replay', '00000a']);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /"http:\/\/shop\.example" is not on this machine/);
  const sent = await runOriel(folder, ['replay', '00000a', '--against', `http://127.0.0.1:${port}`]);
  assert.equal(sent.code, 0, sent.err);
  assert.match(sent.out, new RegExp(`^ *127\\.0\\.0\\.1:${port}`, 'm'));
  const named = await runOriel(folder, [
    ...['replay', '00000a', '--against', `http://127.0.0.1:${port}`, '--header', 'Host: shop.example'],
  ]);
  assert.match(named.out, /^ *shop\.example/m);
});

test('replay exits with 2 if no server answers', async (t) => {
  const folder = createStore(t, [
    knownProfile({ summary: { token: '00000a' }, request: { url: 'http://localhost:1/' } }),
  ]);
  const { code, err } = await runOriel(folder, ['replay', '00000a']);
  assert.equal(code, 2);
  assert.match(err, /There is no response: .*ECONNREFUSED/);
  for (const args of [
    ['--header', 'nonsense'],
    ['--data', '@/missing'],
    ['--against', 'localhost'],
    ['--fail-if', 'x'],
  ])
    assert.equal((await runOriel(folder, ['replay', '00000a', ...args])).code, 2, args.join(' '));
});

test('oriel never records itself, also if NODE_OPTIONS records each process', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const { token } = (await app.profileOf(await fetch(`${app.url}/hello`))).summary;
  const env = { NODE_OPTIONS: '--conditions=oriel:source --import oriel/register', ORIEL_PROFILER_FILE: app.store };
  const folder = createProject(t, {});
  const pages = stopAfter(t, startOriel(folder, ['--port', '0'], env));
  const [, port] = await pages.waitForOutput(/http:\/\/[\w.]+:(\d+)/);
  assert.equal((await fetch(`http://localhost:${port}/none`)).headers.get('x-debug-token'), null);
  const sent = await runOriel(folder, ['replay', token], env);
  assert.equal(sent.code, 0, sent.err);
  assert.doesNotMatch(sent.err + pages.err(), /recording/);
  assert.deepEqual(
    (await app.profiles(2)).map(({ summary }) => summary.path),
    ['/hello', '/hello'],
  );
});

async function startServer(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Creates a folder with a store that contains these profiles. */
function createStore(t: TestContext, profiles: readonly Profile[]): string {
  const folder = createProject(t, {});
  mkdirSync(join(folder, 'var'));
  const storage = new SqlProfileStorage({ file: join(folder, 'var/profiler.sqlite') });
  assert.equal(
    storage.write(profiles.map((profile) => ({ ...profile, summary: { ...profile.summary, time: Date.now() } }))),
    true,
  );
  storage.close();
  return folder;
}
