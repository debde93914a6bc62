/**
 * Publishes all packages with one version: `npm run release -- --publish`. Without the option, it does everything except
 * publishing. Requires the environment variables ORIEL_REPOSITORY, ORIEL_HOMEPAGE and ORIEL_BUGS, a clean work tree, a
 * date in the CHANGELOG.md of each package, and that all checks pass. A published package has a statement of its
 * provenance, so it must be built by a CI service that npm supports.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGES, TARBALLS, readManifest } from './lib/packages.ts';
import { checkChangelog, readReleaseMetadata } from './lib/release-metadata.ts';
import type { ReleaseMetadata } from './lib/release-metadata.ts';
import { ROOT } from './lib/source-files.ts';

const isPublishing = process.argv.includes('--publish');
try {
  release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function release(): void {
  const metadata = readReleaseMetadata(process.env);
  const { version } = readManifest('core');
  for (const path of globSync('packages/*/CHANGELOG.md', { cwd: ROOT }))
    checkChangelog(path, readFileSync(join(ROOT, path), 'utf8'), version);
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  if (changes !== '') throw new Error(`The work tree has changes; commit or remove them:\n${changes.trimEnd()}`);
  run('npm', ['run', 'ok']);
  run('npm', ['run', 'pack']);
  // Each package before those that need it.
  for (const name of PACKAGES) publish(name, metadata);
  console.log(
    isPublishing
      ? `All packages of ${version} are published`
      : `All packages of ${version} are ready; --publish publishes them`,
  );
}

/** Publishes a packed package with the addresses of the release. */
function publish(name: string, metadata: ReleaseMetadata): void {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-release-'));
  try {
    execFileSync('tar', ['xzf', join(TARBALLS, `${readManifest(name).name}.tgz`), '-C', folder]);
    const unpacked = join(folder, 'package');
    const file = join(unpacked, 'package.json');
    const repository = { ...metadata.repository, directory: `packages/${name}` };
    writeFileSync(file, `${JSON.stringify({ ...readManifest(name), ...metadata, repository }, undefined, 2)}\n`);
    run('npm', ['publish', unpacked, ...(isPublishing ? ['--provenance'] : ['--dry-run'])]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' });
}
