import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the programs of `tools/lint`. */
export const LINT_BIN = join(import.meta.dirname, '../lint/node_modules/.bin');

/**
 * Returns the path of a program of `tools/lint`. This separate package is installed on first use, because its native
 * binaries do not exist for every platform, and `npm ci` must work on all of them.
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
