/**
 * Publishes the package: `npm run release -- --publish`. Without the option, it does everything except publishing.
 * Requires the environment variables ORIEL_REPOSITORY, ORIEL_HOMEPAGE and ORIEL_BUGS, a clean work tree, a date in
 * the CHANGELOG.md of each package, and that all checks pass. A published package has a statement of its provenance, so it must be built by
 * a CI service that npm supports.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkChangelog, createReleaseManifest, readReleaseMetadata } from './lib/release-metadata.ts';
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
  const { version } = readManifest(join(ROOT, 'packages/core')) as { version: string };
  for (const path of globSync('packages/*/CHANGELOG.md', { cwd: ROOT }))
    checkChangelog(path, readFileSync(join(ROOT, path), 'utf8'), version);
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  if (changes !== '') throw new Error(`The work tree has changes; commit or remove them:\n${changes.trimEnd()}`);
  run('npm', ['run', 'ok']);
  const folder = mkdtempSync(join(tmpdir(), 'oriel-release-'));
  try {
    const unpacked = pack(folder);
    const manifest = createReleaseManifest(readManifest(unpacked), metadata);
    writeFileSync(join(unpacked, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    run('npm', ['publish', unpacked, ...(isPublishing ? ['--provenance'] : ['--dry-run'])]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(isPublishing ? `oriel ${version} is published` : `oriel ${version} is ready; --publish publishes it`);
}

/** Packs the package into the folder. Returns the folder of its files. */
function pack(folder: string): string {
  run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  execFileSync('tar', ['xzf', join(folder, tarball), '-C', folder]);
  return join(folder, 'package');
}

function readManifest(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' });
}
