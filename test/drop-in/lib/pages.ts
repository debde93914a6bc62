import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');

/** How the pages are started. */
export interface PagesStart {
  readonly host?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The Node.js that runs it; default that of the test. */
  readonly node?: string;
  /** Its options. */
  readonly flags?: readonly string[];
}

/** Starts `oriel` for a store. Returns its URL. */
export async function startPages(
  t: Pick<TestContext, 'after'>,
  store: string,
  { host = '127.0.0.1', env = {}, node = process.execPath, flags = [] }: PagesStart = {},
): Promise<string> {
  const options = ['--port', '0', '--host', host, '--store', store];
  const args = [...flags, '--conditions=oriel:source', 'packages/profiler/src/cli/main.ts', ...options];
  const child = spawn(node, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      const [, url] = /^Profiler on (\S+)\/_profiler\/$/m.exec((output += String(chunk))) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`oriel ended with ${code}`)));
  });
}
