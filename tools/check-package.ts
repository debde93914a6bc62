/**
 * Checks the packed packages: their manifests with publint, their types with @arethetypeswrong/cli and the compiler:
 * `npm run package:check`.
 */
import './pack.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGES, TARBALLS, getEntryPoints, readManifest } from './lib/packages.ts';
import { ROOT } from './lib/source-files.ts';

const MANIFESTS = PACKAGES.map(readManifest);
const APPLICATION = mkdtempSync(join(tmpdir(), 'oriel-package-'));
const MODULES = join(APPLICATION, 'node_modules');

try {
  mkdirSync(MODULES);
  for (const { name } of MANIFESTS) checkTarball(name, join(TARBALLS, `${name}.tgz`));
  checkDeclarations();
} finally {
  rmSync(APPLICATION, { recursive: true, force: true });
}

/** Checks a packed package and unpacks it into the application. */
function checkTarball(name: string, tarball: string): void {
  check('publint', ['run', tarball, '--strict']);
  if (getEntryPoints(MANIFESTS.find((manifest) => manifest.name === name)!).length > 0)
    check('attw', [tarball, '--profile', 'esm-only', '--quiet']);
  mkdirSync(join(MODULES, name));
  execFileSync('tar', ['xzf', tarball, '-C', join(MODULES, name), '--strip-components=1']);
  console.log(`${name} has ${Math.round(statSync(tarball).size / 1000)} KB`);
}

function check(name: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program(name), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) fail(`${name} found issues:\n${stdout}${stderr}`);
}

function program(name: string): string {
  return join(ROOT, 'node_modules/.bin', name);
}

/**
 * Compiles a program that imports all entry points with the settings of a typical application. It finds declaration files
 * that a package does not contain, and types that are correct only with the settings of this repository.
 */
function checkDeclarations(): void {
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!MANIFESTS.some((manifest) => manifest.name === name))
      symlinkSync(join(ROOT, 'node_modules', name), join(MODULES, name));
  writeFileSync(join(APPLICATION, 'package.json'), '{ "type": "module" }');
  const entryPoints = MANIFESTS.flatMap((manifest) =>
    getEntryPoints(manifest).map(([path]) => `${manifest.name}${path.slice(1)}`),
  );
  const imports = entryPoints.map((path, index) => `import * as entryPoint${index} from '${path}';\n`);
  const names = entryPoints.map((_, index) => `entryPoint${index}`);
  writeFileSync(join(APPLICATION, 'imports.ts'), `${imports.join('')}console.log(${names.join(', ')});\n`);
  compile('imports.ts', '--noEmit', '--skipLibCheck', 'false');
}

function compile(file: string, ...options: readonly string[]): void {
  const args = [...options, ...'--strict --module nodenext --target es2024 --types node'.split(' '), file];
  const { stdout } = spawnSync(process.execPath, [program('tsc'), ...args], { cwd: APPLICATION, encoding: 'utf8' });
  // Other packages have errors of their own.
  const issues = stdout.split('\n').filter((line) => line.startsWith(file) || line.startsWith('node_modules/oriel'));
  if (issues.length > 0) fail(`The types of the packages have errors:\n${issues.join('\n')}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
