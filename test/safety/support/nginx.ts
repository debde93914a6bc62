import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../lib/free-port.ts';
import { until } from './recorded-host.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));

/** The reason to skip tests with nginx, or false if it is installed. */
export const NGINX_SKIP_REASON = NGINX === undefined && 'nginx is not installed';

/**
 * Starts nginx as a reverse proxy for a local port, or for several, one of which receives each request at random.
 *
 * @param settings the settings of the location
 * @param serverSettings the settings of the server
 */
export async function startNginx(
  upstream: number | readonly number[],
  settings: string,
  serverSettings = '',
): Promise<{ port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name.replace('client_', ''))};`)
    .join(' ');
  // The name of the target is the default Host header.
  const target = typeof upstream === 'number' ? `127.0.0.1:${upstream}` : 'hosts';
  const servers = [upstream].flat().map((number) => `server 127.0.0.1:${number};`);
  const hosts = target === 'hosts' ? `upstream hosts { random; ${servers.join(' ')} }` : '';
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'errors')};
events { worker_connections 4096; }
http { access_log off; ${temporary}
  ${hosts}
  server { listen 127.0.0.1:${port}; ${serverSettings} location / { proxy_pass http://${target}; ${settings} } } }`,
  );
  const child = spawn(NGINX!, ['-c', file, '-p', folder], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let isReady = false;
  const poll = setInterval(() => {
    void fetch(`http://127.0.0.1:${port}/hello`).then(
      () => (isReady = true),
      () => undefined,
    );
  }, 30);
  await until(() => (isReady || child.exitCode !== null ? true : undefined), 'nginx').finally(() =>
    clearInterval(poll),
  );
  assert.equal(child.exitCode, null, 'nginx exited');
  return {
    port,
    async stop() {
      child.kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
