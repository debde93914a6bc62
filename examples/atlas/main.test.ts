import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fetchChecked } from '../../test/lib/fetch-checked.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { temporaryFolder } from './test-data.ts';

const file = join(temporaryFolder(), 'var', 'atlas.sqlite');

test('the first start builds the atlas, prints its URL and logs a line per request; the second start reuses the file', async () => {
  const first = start({ PORT: '0' });
  const origin = await first.origin;
  match(first.output(), /Building the atlas in .*atlas\.sqlite/);
  match(first.output(), /Built in .*250 countries, 135,233 cities/);
  match(first.output(), new RegExp(`${origin}/api/countries/FI\n`));
  equal((await fetchChecked(`${origin}/api/countries/FI`)).status, 200);
  equal((await fetch(origin)).status, 404);
  equal(await first.stop('SIGTERM'), 0);
  match(first.output(), /200 GET +\/api\/countries\/FI /);
  match(first.output(), /404 GET +\/ /);

  const { ino } = statSync(file);
  const second = start({ PORT: '0' });
  equal((await fetchChecked(`${await second.origin}/api/cities/658225`)).status, 200);
  equal(await second.stop('SIGINT'), 0);
  equal(second.output().includes('Building'), false);
  equal(statSync(file).ino, ino);
});

test('every URL it prints can be opened', async () => {
  const atlas = start({ PORT: '0' });
  await atlas.origin;
  const urls = atlas.output().match(/(?<=^ +)http:\S+$/gm)!;
  equal(urls.length, 7);
  for (const url of urls) equal((await fetchChecked(url)).status, 200, url);
  await atlas.stop('SIGTERM');
});

test('the accounts it prints log in, and are disabled in production', async () => {
  const logIn = (origin: string, [username, password]: readonly [string, string]) =>
    fetch(`${origin}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ username, password }),
    });
  const development = start({ PORT: '0' });
  const origin = await development.origin;
  const lines = development.output().matchAll(/^ {2}(\w+) logs in at POST \/login with "(\w+)"/gm);
  const accounts = [...lines].map(([, name, password]) => [name!, password!] as const);
  deepEqual(
    accounts.map(([name]) => name),
    ['ada', 'ben', 'grace'],
  );
  for (const account of accounts) equal((await logIn(origin, account)).status, 200, account[0]);
  const key = { 'X-Api-Key': DEMO_ACCOUNTS[2]!.key, Connection: 'close' };
  equal((await fetchChecked(`${origin}/api/cities/658225`, { headers: key })).status, 200);
  await development.stop('SIGTERM');

  const production = start({ PORT: '0', ORIEL_MODE: 'production' });
  const open = await production.origin;
  doesNotMatch(production.output(), /logs in/);
  for (const account of accounts) equal((await logIn(open, account)).status, 401, account[0]);
  equal((await fetchChecked(`${open}/api/cities/658225`, { headers: key })).status, 401);
  await production.stop('SIGTERM');
});

test('invalid accounts are rejected with a message without hashes', async () => {
  for (const [ATLAS_USERS, message] of [
    ['{"id":"ada","password":"$argon2id$x"}', /ATLAS_USERS is not a JSON list/],
    ['[{"id":"ada","roles":[],"password":"in the clear"}]', /security\.users/],
  ] as const) {
    const atlas = start({ PORT: '0', ATLAS_USERS });
    equal(await atlas.ended, 1);
    match(atlas.output(), message);
    doesNotMatch(atlas.output(), /argon2id\$x|in the clear/);
  }
});

test('an invalid port is rejected with a message', async () => {
  for (const PORT of ['eighty', '70000']) {
    const atlas = start({ PORT });
    equal(await atlas.ended, 1);
    match(
      atlas.output(),
      new RegExp(`^The atlas cannot start: PORT is "${PORT}"; it must be a number from 0 to 65535$`, 'm'),
    );
  }
});

test('a port that is in use is reported', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const atlas = start({ PORT: String(port) });
  equal(await atlas.ended, 1);
  match(atlas.output(), new RegExp(`The atlas cannot start: .*${port}`));
  other.close();
});

function start(env: Record<string, string>) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=oriel:source', main], {
    env: { ...process.env, HOST: '', NO_COLOR: '1', ORIEL_MODE: '', ATLAS_USERS: '', ATLAS_DB: file, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  let output = '';
  const { promise: origin, resolve } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /^Atlas listens on (\S+)\n[^]*Ctrl-C/m.exec(output);
      if (found) resolve(found[1]!);
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    resolve('');
    return code as number | null;
  });
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { origin, output: () => output, ended, stop };
}
