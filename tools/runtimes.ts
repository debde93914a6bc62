/**
 * Runs the stories (`test/story`) on Bun and Deno: `npm run runtimes`, or `npm run runtimes bun`.
 * The runtimes are packages of `test/runtimes`, installed on first use. Fails if a test fails that is not in
 * `test/runtimes/known-failures.json`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, filesMatching } from './lib/source-files.ts';

const FOLDER = join(ROOT, 'test/runtimes');
const TIME_LIMIT_MS = 90_000;

interface Runtime {
  readonly args: readonly string[];
  /** A line of its output for each test: the result and the name. */
  readonly result: RegExp;
  readonly passed: string;
}

const RUNTIMES: Readonly<Record<string, Runtime>> = {
  bun: {
    args: ['test', '--conditions=oriel:source'],
    result: /^\((pass|fail)\) (.*?)(?: \[[\d.]+m?s\])?$/,
    passed: 'pass',
  },
  deno: {
    args: [
      ...['test', '-A', '--no-check', '--quiet', '--no-lock', '--node-modules-dir=manual'],
      ...['--conditions=oriel:source', '--reporter=tap'],
    ],
    result: /^(ok|not ok) \d+ - (.*)$/,
    passed: 'ok',
  },
};

/** Returns the number of tests of a runtime, and the names of those that failed. */
function runStories(name: string, { args, result, passed }: Runtime): { tests: number; failed: string[] } {
  let tests = 0;
  const failed: string[] = [];
  for (const file of filesMatching('test/story/*.test.ts')) {
    const { stdout, stderr, status } = spawnSync(join(FOLDER, 'node_modules/.bin', name), [...args, `./${file}`], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      timeout: TIME_LIMIT_MS,
    });
    // Bun prints failures again at the end.
    const results = new Map<string, string>();
    for (const line of `${stdout}\n${stderr}`.split('\n')) {
      const [, outcome, test] = result.exec(line) ?? [];
      if (outcome !== undefined) results.set(test!, outcome);
    }
    const failures = [...results].filter(([, outcome]) => outcome !== passed).map(([test]) => `${file}: ${test}`);
    // Such as a file that cannot be loaded, or a process that was stopped at the time limit.
    if (status !== 0 && failures.length === 0) failures.push(`${file}: exited with ${status}`);
    tests += results.size;
    failed.push(...failures);
  }
  return { tests, failed };
}

if (!existsSync(join(FOLDER, 'node_modules')))
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
const known = JSON.parse(readFileSync(join(FOLDER, 'known-failures.json'), 'utf8')) as Record<string, string[]>;
const [only] = process.argv.slice(2);
for (const [name, runtime] of Object.entries(RUNTIMES)) {
  if (only !== undefined && only !== name) continue;
  const { tests, failed } = runStories(name, runtime);
  const news = failed.filter((test) => !known[name]!.includes(test));
  console.log(`${name}: ${tests - failed.length} of ${tests} tests pass`);
  for (const test of failed) console.log(`  ✗ ${test}${news.includes(test) ? '' : ' (known)'}`);
  if (tests === 0 || news.length > 0) process.exitCode = 1;
}
