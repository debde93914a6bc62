import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { route } from '../../src/index.ts';
import { Client } from './support/client.ts';
import { startRecorded, until } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));
const KEY = 'the-key-of-this-test';
const routes = [route('hello', 'GET /hello', { handle: ({ context }) => context.host })];
// The first is what nginx does when it is told nothing but where to pass things on.
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  'its default': '',
  'the host that was asked for': 'proxy_set_header Host $http_host;',
  'who asked': 'proxy_set_header X-Real-IP $remote_addr;',
  'what everybody copies':
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host localhost; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
};

/** A real nginx that passes everything on; every request then comes from this machine. */
async function startNginx(upstream: number, settings: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name.replace('client_', ''))};`)
    .join(' ');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'errors')};
events {}
http { access_log off; ${temporary}
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; ${settings} } } }`,
  );
  const child = spawn(NGINX!, ['-c', file, '-p', folder], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let answered = false;
  const look = setInterval(() => {
    void fetch(`http://127.0.0.1:${port}/hello`).then(
      () => (answered = true),
      () => undefined,
    );
  }, 30);
  await until(() => (answered || child.exitCode !== null ? true : undefined), 'nginx').finally(() =>
    clearInterval(look),
  );
  assert.equal(child.exitCode, null, 'nginx ended');
  return {
    port,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

describe('behind nginx on the same machine', { skip: NGINX === undefined && 'nginx is not installed' }, () => {
  let recorded: RecordedHost;
  before(async () => void (recorded = await startRecorded({ routes, profiler: { key: KEY } })));
  after(() => recorded[Symbol.asyncDispose]());

  for (const [name, settings] of Object.entries(CONFIGURATIONS)) {
    test(`the profiler stays closed: ${name}`, async (t) => {
      const { port, stop } = await startNginx(recorded.port, settings);
      t.after(stop);
      const client = new Client(port);
      t.after(() => client.close());
      // Through the proxy, from a browser that knows nothing of the host behind it.
      const headers = { Host: 'www.example.com', Accept: 'text/html' };
      for (const path of [
        '/_profiler/',
        '/_profiler/latest',
        '/_profiler/empty/search/results',
        '/_profiler/latest.json',
      ]) {
        const answer = await client.ask(`GET ${path}`, { headers });
        assert.ok([403, 421].includes(answer.status), `${path} ${answer.status}`);
        assert.doesNotMatch(answer.text, /Profile Search/);
      }
      const keyed = await client.ask('GET /_profiler/empty/search/results', {
        headers: { ...headers, Host: 'localhost', Authorization: `Bearer ${KEY}` },
      });
      assert.equal(keyed.status, 200);
    });
  }

  test('and is open to whoever asks the host itself', async () =>
    assert.equal((await recorded.client.ask('GET /_profiler/empty/search/results')).status, 200));
});
