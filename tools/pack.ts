/**
 * Builds the packages and writes them to var/packages/, such as var/packages/oriel.tgz: `npm run pack`. npm can install the
 * files in any folder.
 */
import './build.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGES, TARBALLS, packageFolder, readManifest } from './lib/packages.ts';
import { packedPages, toPackedText } from './lib/packed-pages.ts';
import { ROOT, read } from './lib/source-files.ts';

const CONTENTS = join(ROOT, 'var/contents');
rmSync(TARBALLS, { recursive: true, force: true });
mkdirSync(TARBALLS, { recursive: true });
for (const name of PACKAGES) pack(name);

/** Packs a package with the licence, and the documentation of its product, whose links lead to files of the package. */
function pack(name: string): void {
  const folder = join(CONTENTS, name);
  rmSync(folder, { recursive: true, force: true });
  for (const file of globSync(['dist', 'template', 'skills', 'package.json'], { cwd: packageFolder(name) }))
    cpSync(join(packageFolder(name), file), join(folder, file), { recursive: true });
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const pages = packedPages(name);
  for (const [path, packed] of pages) {
    const copy = join(folder, packed);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, toPackedText(read(path), path, pages));
  }
  execFileSync('npm', ['pack', '--silent', '--pack-destination', TARBALLS], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const manifest = readManifest(name);
  renameSync(join(TARBALLS, `${manifest.name}-${manifest.version}.tgz`), join(TARBALLS, `${manifest.name}.tgz`));
}
