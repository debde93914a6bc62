import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CITIES, endWith, hostFile, oriel, project, startOriel, write } from './cli.ts';
import type { Started } from './cli.ts';

const saying = (word: string): string => hostFile(`route('home', 'GET /', { handle: () => ({ word: '${word}' }) }),`);

async function wordAt(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { Connection: 'close' } });
  return ((await response.json()) as { word?: unknown }).word;
}

// The banner comes once per start; a restart is over when there is one more.
async function banners(started: Started, times: number): Promise<string> {
  const found = await started.prints(new RegExp(`(?:Oriel \\S+ · development · (http://\\S+)[^]*){${times}}`));
  return found[1]!;
}

test('dev tells version, mode, address, number of routes and what to open', async (t) => {
  const { prints } = endWith(t, startOriel(project(t, { 'host.ts': CITIES }), ['dev', '--port', '0']));
  const [, url] = await prints(
    /^Oriel \d+\.\d+\.\d+ · development · (http:\/\/127\.0\.0\.1:\d+) · 3 routes\n {2}\1\/$/m,
  );
  assert.deepEqual(await (await fetch(url!)).json(), { hello: 'world' });
});

test('a file knows while it is loaded that it is for developing, unless somebody wants it otherwise', async (t) => {
  const file = hostFile("route('home', 'GET /', { handle: () => ({ word: MODE }) }),").replace(
    'export default',
    'const MODE = process.env.ORIEL_MODE;\nexport default',
  );
  const { prints } = endWith(t, startOriel(project(t, { 'host.ts': file }), ['dev', '--port', '0']));
  const [, url] = await prints(/development · (http:\/\/127\.0\.0\.1:\d+)/);
  assert.equal(await wordAt(url!), 'development');
  const other = endWith(
    t,
    startOriel(project(t, { 'host.ts': file }), ['dev', '--port', '0'], { ORIEL_MODE: 'production' }),
  );
  const [, open] = await other.prints(/production · (http:\/\/127\.0\.0\.1:\d+)/);
  assert.equal(await wordAt(open!), 'production');
});

test('a changed file is served at once, on the same port', async (t) => {
  const folder = project(t, { 'host.ts': saying('one') });
  const started = endWith(t, startOriel(folder, ['dev', '--port', '0']));
  const url = await banners(started, 1);
  assert.equal(await wordAt(url), 'one');
  write(folder, { 'host.ts': saying('two') });
  assert.equal(await banners(started, 2), url);
  assert.match(started.out(), /^host\.ts changed$/m);
  assert.equal(await wordAt(url), 'two');
});

test('dev restarts when a module that was loaded changes, and for no other file', async (t) => {
  const folder = project(t, {
    'host.ts': saying('one')
      .replace("'one'", 'word')
      .replace('import', "import { word } from './lib/words.ts';\nimport"),
    'lib/words.ts': "export const word = 'three';",
    'lib/unused.ts': '',
    '.env': 'WORD=one',
  });
  const started = endWith(t, startOriel(folder, ['dev', '--port', '0']));
  const url = await banners(started, 1);
  assert.equal(await wordAt(url), 'three');
  write(folder, {
    'lib/unused.ts': 'export {};',
    'lib/new.ts': '',
    'notes.md': '',
    '.env': 'WORD=two',
    'var/cache': '',
  });
  await sleep(300);
  write(folder, { 'lib/words.ts': "export const word = 'four';" });
  await started.prints(/^lib\/words\.ts changed$/m);
  await banners(started, 2);
  assert.equal(await wordAt(url), 'four');
  assert.deepEqual(started.out().match(/^.* changed$/gm), ['lib/words.ts changed']);
});

test('dev restarts when a file with environment variables changes that was read', async (t) => {
  const folder = project(t, {
    'host.ts': `process.loadEnvFile('.env');\n${saying('one').replace("'one'", 'process.env.WORD')}`,
    '.env': 'WORD=one',
  });
  const started = endWith(t, startOriel(folder, ['dev', '--port', '0']));
  const url = await banners(started, 1);
  assert.equal(await wordAt(url), 'one');
  write(folder, { '.env': 'WORD=two' });
  await banners(started, 2);
  assert.match(started.out(), /^\.env changed$/m);
  assert.equal(await wordAt(url), 'two');
});

test('dev restarts when a module appears that could not be found', async (t) => {
  const folder = project(t, {
    'host.ts': saying('one').replace("'one'", 'word').replace('import', "import { word } from './words.ts';\nimport"),
  });
  const started = endWith(t, startOriel(folder, ['dev', '--port', '0']));
  await started.prints(/Waiting for a change/);
  write(folder, { 'words.ts': "export const word = 'found';" });
  assert.equal(await wordAt(await banners(started, 1)), 'found');
});

test('a mistake is told, and its correction is served', async (t) => {
  const folder = project(t, { 'host.ts': saying('one') });
  const started = endWith(t, startOriel(folder, ['dev', '--port', '0']));
  const url = await banners(started, 1);
  write(folder, { 'host.ts': 'export default defineHost({' });
  await started.prints(/cannot be loaded[^]*host\.ts:1[^]*Waiting for a change/);
  write(folder, { 'host.ts': saying('mended') });
  await banners(started, 2);
  assert.equal(await wordAt(url), 'mended');
});

test('a wrong configuration is told with every issue, and waited out', async (t) => {
  const folder = project(t, { 'host.ts': hostFile("route('a', 'GET /{1}', { handle: () => 1 }),", 'limitz: {},') });
  const started = endWith(t, startOriel(folder, ['dev', '--port', '0']));
  await started.prints(/2 things are wrong[^]*Waiting for a change/);
  write(folder, { 'host.ts': saying('sound') });
  assert.equal(await wordAt(await banners(started, 1)), 'sound');
});

test('a port that is taken is named, with the fix, and ends the command', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const { code, err } = await oriel(project(t, { 'host.ts': CITIES }), ['dev'], { PORT: String(port) });
  assert.equal(code, 1);
  assert.match(err, new RegExp(`Port ${port} is taken[^]*--port ${port + 1} `));
  assert.doesNotMatch(err, /node:internal|Waiting/);
});

test('a HOST that other machines can reach is warned about, and foreign names are refused all the same', async (t) => {
  const { prints } = endWith(
    t,
    startOriel(project(t, { 'host.ts': CITIES }), ['dev', '--port', '0'], { HOST: '0.0.0.0' }),
  );
  const [, url] = await prints(/0\.0\.0\.0 can be reached from other machines[^]*?(http:\/\/localhost:\d+)/);
  const { port } = new URL(url!);
  const { request } = await import('node:http');
  const sent = request({
    port,
    host: '127.0.0.1',
    headers: { Host: `evil.example:${port}`, Connection: 'close' },
  }).end();
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  assert.equal(response.statusCode, 421);
});

test('ORIEL_MODE has the last word about the mode', async (t) => {
  const { prints } = endWith(
    t,
    startOriel(project(t, { 'host.ts': CITIES }), ['dev', '--port', '0'], { ORIEL_MODE: 'production' }),
  );
  await prints(/^Oriel \S+ · production · /m);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends dev and the server it started`, async (t) => {
    const started = endWith(t, startOriel(project(t, { 'host.ts': CITIES }), ['dev', '--port', '0']));
    const url = await banners(started, 1);
    started.child.kill(signal);
    assert.equal(await started.ended, 0);
    await assert.rejects(fetch(url));
  });
}

test('a second Ctrl-C waits for nothing, but one key press that comes twice counts once', async (t) => {
  const stuck = "route('stuck', 'GET /', { handle: () => { console.log('begun'); return new Promise(() => {}); } }),";
  const started = endWith(t, startOriel(project(t, { 'host.ts': hostFile(stuck) }), ['dev', '--port', '0']));
  const url = await banners(started, 1);
  const answer = fetch(url).catch(() => 'broken off');
  await started.prints(/^begun$/m);
  // npm hands on what the terminal has sent already.
  started.child.kill('SIGINT');
  started.child.kill('SIGHUP');
  await sleep(500);
  started.child.kill('SIGINT');
  assert.equal(await started.ended, 0);
  assert.equal(await answer, 'broken off');
});

test('a host that cannot listen for another reason than its address waits for a change', async (t) => {
  const folder = project(t, { 'host.ts': hostFile('', 'tls: { key: "no key", cert: "no certificate" },') });
  const started = endWith(t, startOriel(folder, ['dev', '--port', '0']));
  await started.prints(/host\.ts cannot start[^]*Waiting for a change/);
});

test('the server does not outlive a dev that was killed', async (t) => {
  const started = startOriel(project(t, { 'host.ts': CITIES }), ['dev', '--port', '0']);
  const url = await banners(started, 1);
  started.child.kill('SIGKILL');
  // Its output closes when the last process that holds it has gone.
  await started.ended;
  await assert.rejects(fetch(url));
});
