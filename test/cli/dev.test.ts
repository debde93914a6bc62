import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CITIES, stopAfter, hostFile, runOrielHost, createProject, startOrielHost, writeFiles } from './run-program.ts';
import type { RunningProcess } from './run-program.ts';

const hostWithWord = (word: string): string =>
  hostFile(`route('home', 'GET /', { handle: () => ({ word: '${word}' }) }),`);

async function wordAt(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { Connection: 'close' } });
  return ((await response.json()) as { word?: unknown }).word;
}

// The banner is printed once per start, so a restart has finished when there is one more.
async function waitForBanners(started: RunningProcess, times: number): Promise<string> {
  const found = await started.waitForOutput(new RegExp(`(?:Oriel \\S+ · development · (http://\\S+)[^]*){${times}}`));
  return found[1]!;
}

test('dev prints version, mode, address, number of routes and pages to open', async (t) => {
  const { waitForOutput } = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': CITIES }), ['dev', '--port', '0']),
  );
  const [, url] = await waitForOutput(
    /^Oriel \d+\.\d+\.\d+ · development · (http:\/\/127\.0\.0\.1:\d+) · 3 routes\n {2}\1\/$/m,
  );
  assert.deepEqual(await (await fetch(url!)).json(), { hello: 'world' });
});

test('ORIEL_MODE is development while the host file is loaded, unless it is already set', async (t) => {
  const file = hostFile("route('home', 'GET /', { handle: () => ({ word: MODE }) }),").replace(
    'export default',
    'const MODE = process.env.ORIEL_MODE;\nexport default',
  );
  const { waitForOutput } = stopAfter(t, startOrielHost(createProject(t, { 'host.ts': file }), ['dev', '--port', '0']));
  const [, url] = await waitForOutput(/development · (http:\/\/127\.0\.0\.1:\d+)/);
  assert.equal(await wordAt(url!), 'development');
  const other = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': file }), ['dev', '--port', '0'], { ORIEL_MODE: 'production' }),
  );
  const [, open] = await other.waitForOutput(/production · (http:\/\/127\.0\.0\.1:\d+)/);
  assert.equal(await wordAt(open!), 'production');
});

test('dev serves a changed host file on the same port', async (t) => {
  const folder = createProject(t, { 'host.ts': hostWithWord('one') });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  const url = await waitForBanners(started, 1);
  assert.equal(await wordAt(url), 'one');
  writeFiles(folder, { 'host.ts': hostWithWord('two') });
  assert.equal(await waitForBanners(started, 2), url);
  assert.match(started.out(), /^host\.ts changed$/m);
  assert.equal(await wordAt(url), 'two');
});

test('dev restarts when a module that was loaded changes, and for no other file', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostWithWord('one')
      .replace("'one'", 'word')
      .replace('import', "import { word } from './lib/words.ts';\nimport"),
    'lib/words.ts': "export const word = 'three';",
    'lib/unused.ts': '',
    '.env': 'WORD=one',
  });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  const url = await waitForBanners(started, 1);
  assert.equal(await wordAt(url), 'three');
  writeFiles(folder, {
    'lib/unused.ts': 'export {};',
    'lib/new.ts': '',
    'notes.md': '',
    '.env': 'WORD=two',
    'var/cache': '',
  });
  await sleep(300);
  writeFiles(folder, { 'lib/words.ts': "export const word = 'four';" });
  await started.waitForOutput(/^lib\/words\.ts changed$/m);
  await waitForBanners(started, 2);
  assert.equal(await wordAt(url), 'four');
  assert.deepEqual(started.out().match(/^.* changed$/gm), ['lib/words.ts changed']);
});

test('dev restarts when a loaded file with environment variables changes', async (t) => {
  const folder = createProject(t, {
    'host.ts': `process.loadEnvFile('.env');\n${hostWithWord('one').replace("'one'", 'process.env.WORD')}`,
    '.env': 'WORD=one',
  });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  const url = await waitForBanners(started, 1);
  assert.equal(await wordAt(url), 'one');
  writeFiles(folder, { '.env': 'WORD=two' });
  await waitForBanners(started, 2);
  assert.match(started.out(), /^\.env changed$/m);
  assert.equal(await wordAt(url), 'two');
});

test('dev restarts when the .env that env() reads is created or changed', async (t) => {
  const schema = "{ '~standard': { version: 1, vendor: 'test', validate: (value: any) => ({ value }) } } as any";
  const folder = createProject(t, {
    'host.ts': `import { env } from 'oriel-host';\nconst settings = env(${schema}) as { WORD?: string };\n${hostWithWord('one').replace("'one'", "(settings.WORD ?? 'none')")}`,
  });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  const url = await waitForBanners(started, 1);
  assert.equal(await wordAt(url), 'none');
  for (const [index, word] of ['one', 'two'].entries()) {
    writeFiles(folder, { '.env': `WORD=${word}` });
    await waitForBanners(started, index + 2);
    assert.equal(await wordAt(url), word);
  }
});

test('dev restarts when a missing module is created', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostWithWord('one')
      .replace("'one'", 'word')
      .replace('import', "import { word } from './words.ts';\nimport"),
  });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  await started.waitForOutput(/Waiting for a change/);
  writeFiles(folder, { 'words.ts': "export const word = 'found';" });
  assert.equal(await wordAt(await waitForBanners(started, 1)), 'found');
});

test('dev reports a syntax error and serves the corrected file', async (t) => {
  const folder = createProject(t, { 'host.ts': hostWithWord('one') });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  const url = await waitForBanners(started, 1);
  writeFiles(folder, { 'host.ts': 'export default defineHost({' });
  await started.waitForOutput(/cannot be loaded[^]*host\.ts:1[^]*Waiting for a change/);
  writeFiles(folder, { 'host.ts': hostWithWord('corrected') });
  await waitForBanners(started, 2);
  assert.equal(await wordAt(url), 'corrected');
});

test('dev reports all issues of a configuration and waits for a change', async (t) => {
  const folder = createProject(t, {
    'host.ts': hostFile("route('a', 'GET /{1}', { handle: () => 1 }),", 'limitz: {},'),
  });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  await started.waitForOutput(/2 issues[^]*Waiting for a change/);
  writeFiles(folder, { 'host.ts': hostWithWord('valid') });
  assert.equal(await wordAt(await waitForBanners(started, 1)), 'valid');
});

test('dev reports a port that is in use with the fix, and exits', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': CITIES }), ['dev'], { PORT: String(port) });
  assert.equal(code, 1);
  assert.match(err, new RegExp(`Port ${port} is already in use[^]*--port ${port + 1} `));
  assert.doesNotMatch(err, /node:internal|Waiting/);
});

test('dev warns about a HOST that other machines can reach, and rejects requests for other host names', async (t) => {
  const { waitForOutput } = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': CITIES }), ['dev', '--port', '0'], { HOST: '0.0.0.0' }),
  );
  const [, url] = await waitForOutput(/0\.0\.0\.0 can be reached from other machines[^]*?(http:\/\/localhost:\d+)/);
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

test('ORIEL_MODE overrides the mode of dev', async (t) => {
  const { waitForOutput } = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': CITIES }), ['dev', '--port', '0'], { ORIEL_MODE: 'production' }),
  );
  await waitForOutput(/^Oriel \S+ · production · /m);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} stops dev and the server it started`, async (t) => {
    const started = stopAfter(t, startOrielHost(createProject(t, { 'host.ts': CITIES }), ['dev', '--port', '0']));
    const url = await waitForBanners(started, 1);
    started.child.kill(signal);
    assert.equal(await started.exitCode, 0);
    await assert.rejects(fetch(url));
  });
}

test('a second Ctrl-C stops dev at once, but two signals of one key press count once', async (t) => {
  const stuck = "route('stuck', 'GET /', { handle: () => { console.log('started'); return new Promise(() => {}); } }),";
  const started = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': hostFile(stuck) }), ['dev', '--port', '0']),
  );
  const url = await waitForBanners(started, 1);
  const response = fetch(url).catch(() => 'aborted');
  await started.waitForOutput(/^started$/m);
  // npm forwards a signal that the terminal has already sent.
  started.child.kill('SIGINT');
  started.child.kill('SIGHUP');
  await sleep(500);
  started.child.kill('SIGINT');
  assert.equal(await started.exitCode, 0);
  assert.equal(await response, 'aborted');
});

test('dev waits for a change if a host cannot listen for a reason other than its address', async (t) => {
  const folder = createProject(t, { 'host.ts': hostFile('', 'tls: { key: "no key", cert: "no certificate" },') });
  const started = stopAfter(t, startOrielHost(folder, ['dev', '--port', '0']));
  await started.waitForOutput(/host\.ts cannot start[^]*Waiting for a change/);
});

test('the server exits when dev is killed', async (t) => {
  const started = startOrielHost(createProject(t, { 'host.ts': CITIES }), ['dev', '--port', '0']);
  const url = await waitForBanners(started, 1);
  started.child.kill('SIGKILL');
  // The output closes when the last process that uses it has exited.
  await started.exitCode;
  await assert.rejects(fetch(url));
});
