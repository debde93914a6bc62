import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './source-files.ts';

/** The folder with the programs of `tools/lint`. */
export const LINT_BIN = join(import.meta.dirname, '../lint/node_modules/.bin');

/** Runs a program of `tools/lint` on the project and sets the exit code of this process. */
export function runLintTool(name: string, args: readonly string[]): void {
  const program = lintTool(name);
  if (program === undefined) return console.log(`Not checked: ${name} cannot be installed on this machine`);
  const env = { ...process.env, PATH: `${LINT_BIN}${delimiter}${process.env['PATH'] ?? ''}` };
  process.exitCode = spawnSync(program, args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}

/**
 * Returns the path of a program of `tools/lint`. This separate package is installed on first use, because its native
 * binaries do not exist for every platform, and `npm ci` must work on all of them. dependency-cruiser reads TypeScript with
 * version 5.
 * @returns undefined if it cannot be installed
 */
export function lintTool(name: string): string | undefined {
  const file = join(LINT_BIN, name);
  if (!isInstalled(file))
    spawnSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
      cwd: join(LINT_BIN, '../..'),
      stdio: 'ignore',
    });
  return isInstalled(file) ? file : undefined;
}

function isInstalled(file: string): boolean {
  return existsSync(file) && spawnSync(file, ['--version']).status === 0;
}
