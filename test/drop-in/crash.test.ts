import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { APPS } from './lib/application.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-crash-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface End {
  readonly code: number | null;
  readonly errors: string;
}

async function run(crash: string, isRecorded: boolean, ...more: readonly string[]): Promise<End & { output: string }> {
  const child = spawn(
    process.execPath,
    [
      '--stack-trace-limit=50',
      '--conditions=oriel:source',
      '--import',
      'oriel/register',
      join(APPS, 'crash.mjs'),
      crash,
      ...more,
    ],
    {
      cwd: APPS,
      env: {
        ...process.env,
        NODE_ENV: '',
        NODE_OPTIONS: '',
        ORIEL_PROFILER: isRecorded ? 'on' : 'off',
        ORIEL_PROFILER_FILE: join(folder, 'profiler.sqlite'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, output, errors: IGNORED.reduce((remaining, exp) => remaining.replaceAll(exp, ''), errors) };
}

// The lines of the recorder, its frames and names of functions, which V8 takes from properties.
const IGNORED = [
  /^oriel: .*\n/gm,
  /^ {4}at .*(?:\/packages\/(?:core|profiler)\/src\/|AsyncLocalStorage\.run).*\n/gm,
  /(?<=^ {4}at )[^(\n]+ (?=\()|(?<=node:events):\d+:\d+/gm,
];

const names = JSON.parse((await run('an upgrade', false, 'list')).output) as readonly string[];

describe('an application that ends by an error prints the same as without the recorder', { concurrency: 4 }, () => {
  for (const name of names)
    test(`thrown by ${name}`, async () => {
      const [expected, recorded] = await Promise.all([run(name, false), run(name, true)]);
      assert.notEqual(expected.code, 0);
      assert.match(expected.errors, /Error/);
      // Once the stack of an error was read, Node.js does not print the line that rejected a promise.
      if (name.includes('asynchronous')) assert.equal(withoutLine(recorded.errors), withoutLine(expected.errors));
      else assert.equal(recorded.errors, expected.errors);
      assert.equal(recorded.code, expected.code);
    });
});

function withoutLine(errors: string): string {
  return errors.slice(errors.indexOf('\nError'));
}
