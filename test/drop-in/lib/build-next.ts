import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPS } from './application.ts';

/** Builds the application of Next.js, unless the last build has the same source files and the same version. */
export function buildNext(): void {
  const folder = join(APPS, 'next');
  const library = join(APPS, '../node_modules/next');
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
  const stamp = join(folder, '.next/stamp');
  const state = `${version} ${Math.max(...[join(folder, 'app'), join(APPS, 'lib')].map(changedAt))}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  const env = { ...process.env, NODE_ENV: 'production' as const, NODE_OPTIONS: '', NEXT_TELEMETRY_DISABLED: '1' };
  execFileSync(process.execPath, [join(library, 'dist/bin/next'), 'build', folder], { env, stdio: 'pipe' });
  writeFileSync(stamp, state);
}

function changedAt(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Math.max(...files.map((file) => statSync(join(folder, file)).mtimeMs));
}
