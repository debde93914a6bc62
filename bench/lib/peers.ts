import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const BENCH = join(import.meta.dirname, '..');

/** The servers that can take part, by name. `raw` is what the others are compared with. */
export const PEERS: Readonly<Record<string, string>> = {
  raw: 'servers/raw.ts',
  oriel: 'servers/oriel.ts',
  fastify: 'peers/fastify.ts',
  hono: 'peers/hono.ts',
};

/** The file of a server. */
export function fileOf(peer: string): string {
  return join(BENCH, PEERS[peer] ?? '');
}

/** Builds what Oriel's users get, for that is what is measured. */
export function build(): void {
  const { status } = spawnSync(process.execPath, [join(BENCH, '../tools/build.ts')], { stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error('The build fails, so there is nothing to measure (--no-build takes the last one)');
  process.exit(1);
}

/** The peers have a folder of their own to live in, so that the project does not depend on them. */
export function installPeers(wanted: readonly string[]): void {
  if (wanted.some((peer) => PEERS[peer]?.startsWith('peers/'))) installIn(join(BENCH, 'peers'));
}

/** Installs what a folder of peers needs, unless it has been. */
export function installIn(home: string): void {
  if (existsSync(join(home, 'node_modules'))) return;
  console.error('Installing the peers…');
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
