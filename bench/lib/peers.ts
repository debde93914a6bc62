import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BENCH = join(import.meta.dirname, '..');

/** The files of the servers by name. The others are compared with `raw`. */
export const PEERS: Readonly<Record<string, string>> = {
  raw: 'servers/raw.ts',
  oriel: 'servers/oriel.ts',
  fastify: 'peers/fastify.ts',
  hono: 'peers/hono.ts',
};

/** Returns the file of a server. */
export function getFile(peer: string): string {
  return join(BENCH, PEERS[peer] ?? '');
}

/** Builds the package, because the built code is measured. */
export function build(): void {
  const { status } = spawnSync(process.execPath, [join(BENCH, '../tools/build.ts')], { stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error('The build failed (--no-build uses the previous build)');
  process.exit(1);
}

/** Installs the peers in a separate folder, so that the project does not depend on them. */
export function installPeers(names: readonly string[]): void {
  if (names.some((peer) => PEERS[peer]?.startsWith('peers/'))) installIn(join(BENCH, 'peers'));
}

/** Installs the packages of a folder of peers on first use, and when it has new ones. */
export function installIn(folder: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  if (Object.keys(dependencies).every((name) => existsSync(join(folder, 'node_modules', name)))) return;
  console.error('Installing the peers…');
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
