import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
// The package is not in the packages of the copy.
const REGISTER = join(import.meta.dirname, '../../packages/profiler/src/register.ts');

/** Copies the shop into a new folder, in which it can be changed. */
export function copyShop(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-shop-'));
  cpSync(import.meta.dirname, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** Changes the shop in a folder as the diff of the README does. */
export function fixShop(folder: string): void {
  const file = join(folder, 'app.js');
  writeFileSync(file, applyDiff(readFileSync(file, 'utf8')));
}

/** Runs a function with the URL of the shop in a folder, and ends the shop. */
export async function runShop<Result>(
  folder: string,
  env: Readonly<Record<string, string>>,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const neutral = { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', DATABASE_URL: '', SHIPPING_URL: '', PORT: '0' };
  const child = spawn(process.execPath, ['--conditions=oriel:source', '--import', REGISTER, 'app.js'], {
    cwd: folder,
    env: { ...neutral, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk) => {
        const [, found] = /listens on (http:\S+)/.exec((output += String(chunk))) ?? [];
        if (found !== undefined) resolve(found);
      });
      void exit.then(() => reject(new Error(`The shop ended: ${output}`)));
    });
    return await use(url);
  } finally {
    child.kill();
    await exit;
  }
}

function applyDiff(source: string): string {
  const [, diff = ''] = /```diff\n(.*?)```/s.exec(README) ?? [];
  const selectLines = (sign: '-' | '+'): string =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  assert.equal(source.split(selectLines('-')).length, 2, 'the lines of the diff are in app.js once');
  return source.replace(selectLines('-'), selectLines('+'));
}
