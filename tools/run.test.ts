import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { builtAtlas } from '../examples/atlas/test-built.ts';

const ROOT = join(import.meta.dirname, '..');

/** Runs a script of package.json with the real npm and waits until it serves. */
async function startWithNpm(t: TestContext, args: readonly string[], serving: RegExp) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-npm-'));
  const file = join(folder, 'atlas.sqlite');
  copyFileSync(await builtAtlas(), file);
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  const npm = spawn('npm', args, {
    cwd: ROOT,
    env: { ...env, PORT: '0', HOST: '', ORIEL_MODE: '', ATLAS_USERS: '', ATLAS_DB: file, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  t.after(() => {
    // Ends the remaining process group after a failure.
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {
      // The process group has already ended.
    }
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, origin] = serving.exec(output) ?? [];
      if (origin !== undefined) resolve(origin);
    });
  npm.on('close', () => reject(new Error(`npm ended before it served: ${output}`)));
  return { npm, origin: await promise };
}

const hasNpm = ((): boolean => {
  try {
    execFileSync('npm', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const COMPILED = join(ROOT, 'var/compiled');

async function waitForCompiledModules(): Promise<void> {
  let files: readonly string[] = [];
  for (let i = 0; i < 200 && files.length < 100; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    files = existsSync(COMPILED) ? readdirSync(COMPILED, { recursive: true, encoding: 'utf8' }) : [];
  }
  assert.ok(files.length >= 100, `${files.length} files`);
}

describe('a server that npm started', { skip: hasNpm ? false : 'npm is not installed' }, () => {
  beforeEach(() => rmSync(COMPILED, { recursive: true, force: true }));

  for (const [args, serving] of [
    [['start'], /Atlas listens on (http:\S+)\n[^]*Ctrl-C/],
    [['run', 'dev'], /(http:\/\/[\w.]+:\d+)/],
  ] as const)
    it(`ends when "npm ${args.join(' ')}" receives SIGTERM`, async (t) => {
      const { npm, origin } = await startWithNpm(t, args, serving);
      assert.equal((await fetch(`${origin}/api/countries/FI`, { headers: { Connection: 'close' } })).status, 200);
      const ended = once(npm, 'exit');
      npm.kill('SIGTERM');
      await ended;
      let isServing = true;
      for (let i = 0; i < 200 && isServing; i++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isServing = await fetch(origin, { headers: { Connection: 'close' } }).then(
          () => true,
          () => false,
        );
      }
      assert.equal(isServing, false);
      await waitForCompiledModules();
    });

  it('stores the compiled modules of "npm run shop" before a signal ends it', async (t) => {
    await startWithNpm(t, ['run', 'shop', '--', '--port', '0'], /The shop listens on (http:\S+)/);
    await waitForCompiledModules();
  });
});

it('npm test does not install the development dependencies of the frameworks', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'test/drop-in/package-lock.json'), 'utf8')) as Lockfile;
  const installed = Object.keys(packages['']!.devDependencies!).filter((name) => {
    const { dev, devOptional } = packages[`node_modules/${name}`]!;
    return dev !== true && devOptional !== true;
  });
  assert.deepEqual(installed, []);
});

interface Lockfile {
  readonly packages: Record<
    string,
    {
      readonly dev?: true;
      readonly devOptional?: true;
      readonly devDependencies?: Readonly<Record<string, string>>;
    }
  >;
}
