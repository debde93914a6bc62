import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPS } from './application.ts';

/** An application, the package that builds it, and where. */
export interface NitroBuild {
  readonly folder: string;
  readonly library: string;
  readonly output: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Builds an application of Nitro, unless the last build has the same source files and the same version. */
export function buildNitro({ folder: name, library: builder, output, env: more = {} }: NitroBuild): void {
  const folder = join(APPS, name);
  const library = join(APPS, '../node_modules', builder);
  const { version, bin } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as Manifest;
  const stamp = join(folder, output, 'stamp');
  const state = `${version} ${Math.max(...[name, 'nitro', 'lib'].map((value) => changedAt(join(APPS, value))))}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  const env = { ...process.env, NODE_OPTIONS: '', ...more };
  const command = join(library, bin['nitro']!);
  execFileSync(process.execPath, [command, 'build', '--dir', folder], { cwd: folder, env, stdio: 'pipe' });
  writeFileSync(stamp, state);
}

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
}

function changedAt(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => !/^(?:\.output|\.nitro|node_modules)/.test(file));
  return Math.max(...sources.map((file) => statSync(join(folder, file)).mtimeMs));
}
