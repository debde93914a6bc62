/**
 * Lints with oxlint. It lives in a package of its own and is installed on first use: its native binaries do not exist
 * for every platform, and `npm ci` must work on all of them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './lib/source-files.ts';

const HOME = join(import.meta.dirname, 'lint');
const BIN = join(HOME, 'node_modules/.bin');

function isInstalled(): boolean {
  return existsSync(join(BIN, 'oxlint')) && spawnSync(join(BIN, 'oxlint'), ['--version']).status === 0;
}

function install(): void {
  spawnSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: HOME, stdio: 'ignore' });
}

// oxlint finds tsgolint, which knows the types, on the path; without it the rules that need types are left out.
function lint(): number {
  const typeAware = existsSync(join(BIN, 'tsgolint')) ? ['--type-aware'] : [];
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}` };
  const args = ['--config', '.oxlintrc.json', ...typeAware, ...process.argv.slice(2)];
  return spawnSync(join(BIN, 'oxlint'), args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}

if (!isInstalled()) install();
if (isInstalled()) process.exitCode = lint();
else console.log('Not linted: oxlint cannot be installed on this machine');
