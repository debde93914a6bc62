import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './source-files.ts';

/** Options of Node.js that load the recorder from source. */
export const RECORDER_OPTIONS: readonly string[] = [
  '--conditions=oriel:source',
  '--import',
  pathToFileURL(join(ROOT, 'packages/profiler/src/register.ts')).href,
];

/**
 * Installs the packages of a public application into a folder of `var` and returns its path. They stay there, so that the second
 * run starts at once.
 */
export function installApplication(name: string, packages: Readonly<Record<string, string>>): string {
  const folder = join(ROOT, 'var/applications', name);
  mkdirSync(folder, { recursive: true });
  const manifest = JSON.stringify({ name: `application-${name}`, private: true, dependencies: packages });
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  writeFileSync(join(folder, 'package.json'), manifest);
  console.log(`Installing ${name}…`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  return folder;
}
