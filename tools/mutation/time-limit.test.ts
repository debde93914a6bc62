import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { observeTime } from './time-limit.ts';
import type { TimeLimit } from './time-limit.ts';

/** Runs a program until it ends or exceeds its limit. */
async function run(program: string, limit: TimeLimit): Promise<'ended' | 'exceeded'> {
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  const outcome = await new Promise<'ended' | 'exceeded'>((resolve) => {
    const stop = observeTime(child.pid!, limit, () => resolve('exceeded'));
    child.once('exit', () => (stop(), resolve('ended')));
  });
  child.kill('SIGKILL');
  return outcome;
}

// Other systems do not show the CPU time of another process.
const skip = process.platform !== 'linux';

test('a process that computes or waits too long exceeds its limit, another one does not', { skip }, async () => {
  const long = 600_000;
  assert.equal(await run('for (;;);', { cpuMs: 500, idleMs: long }), 'exceeded');
  assert.equal(await run('setInterval(() => {}, 1e6)', { cpuMs: long, idleMs: 1_000 }), 'exceeded');
  assert.equal(await run('', { cpuMs: long, idleMs: long }), 'ended');
});
