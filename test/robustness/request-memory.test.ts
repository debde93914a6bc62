import { ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

/** The ballast of the requests that {@link measure} sends: 6,400 times 8,000 bytes. */
const BALLAST = 51_200_000;

for (const [kind, name] of [
  ['handler', 'a request with an asynchronous handler'],
  ['store', 'a request with an asynchronous store'],
  ['cursor', 'a page by cursor from SQLite'],
] as const)
  test(`the memory of ${name} is released by minor collections after its response`, () => {
    // V8 decides when it collects, so that about every fourth process keeps the last half of the ballast.
    let left = measure(kind);
    for (let retry = 0; retry < 3 && left >= BALLAST / 2.5; retry++) left = measure(kind);
    ok(left < BALLAST / 2.5, `${(left / 1e6).toFixed(1)} MB were not released`);
  });

function measure(kind: string): number {
  const file = join(import.meta.dirname, 'request-memory.ts');
  return Number(execFileSync(process.execPath, [...process.execArgv.filter(isCondition), file, kind]));
}

function isCondition(argument: string): boolean {
  return argument.startsWith('--conditions');
}
