import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

const GUARD = JSON.stringify(new URL('./process-guard.ts', import.meta.url).href);

function run(then: string, server = '{ close: async () => { console.log("drained"); return { answered: true }; } }') {
  const program = `
    import { guardProcess } from ${GUARD};
    guardProcess({ logger: { log: (level, channel, message, { exception }) => console.log(level, channel, exception.message) }, server: ${server} });
    ${then}`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--conditions=oriel:source', '--input-type=module-typescript', '--eval', program],
    {
      encoding: 'utf8',
    },
  );
  return { status, lines: stdout.trim().split('\n') };
}

describe('guardProcess', () => {
  it('logs an unhandled rejection and keeps the process running', () => {
    const { status, lines } = run(
      'void Promise.reject(new Error("forgotten")); setTimeout(() => console.log("still here"), 20);',
    );
    assert.deepEqual(lines, ['critical process forgotten', 'still here']);
    assert.equal(status, 0);
  });

  it('logs an uncaught exception, drains and exits with 1', () => {
    const { status, lines } = run('setTimeout(() => { throw new Error("broken"); }, 5);');
    assert.deepEqual(lines, ['critical process broken', 'drained']);
    assert.equal(status, 1);
  });

  it('exits immediately on a second exception while it drains', () => {
    const { status, lines } = run(
      'setTimeout(() => { throw new Error("one"); }, 5); setTimeout(() => { throw new Error("two"); }, 50); setTimeout(() => {}, 60000);',
      '{ close: () => new Promise(() => {}) }',
    );
    assert.deepEqual(lines, ['critical process one', 'critical process two']);
    assert.equal(status, 1);
  });
});
