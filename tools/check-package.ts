/**
 * Checks the packed package: its manifest with publint, its types with @arethetypeswrong/cli and the compiler, and its
 * size: `npm run package:check`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './lib/source-files.ts';

// Sizes of the packed package without the assets of the API documentation viewer, which are about 0.5 MB. The
// documentation, with the changelog, is 240,000 bytes of it.
const MAX_BYTES = 1_300_000;
const MAX_CODE_BYTES = 1_040_000;

const folder = mkdtempSync(join(tmpdir(), 'oriel-package-'));
const application = join(folder, 'application');
const unpacked = join(application, 'node_modules/oriel');
try {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
  check('publint', ['run', tarball, '--strict']);
  check('attw', [tarball, '--profile', 'esm-only', '--quiet']);
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', unpacked, '--strip-components=1']);
  rmSync(join(unpacked, 'dist/features/resources/openapi/swagger-ui'), { recursive: true });
  const bytes = checkSize('The package without the viewer', MAX_BYTES);
  for (const name of ['docs', 'CHANGELOG.md']) rmSync(join(unpacked, name), { recursive: true });
  const codeBytes = checkSize('The package without the viewer and the documentation', MAX_CODE_BYTES);
  checkDeclarations();
  if (process.exitCode === undefined)
    console.log(`the package is valid and has ${kilobytes(bytes)}, without the documentation ${kilobytes(codeBytes)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
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

function checkSize(what: string, maxBytes: number): number {
  const bytes = packedSize();
  if (bytes > maxBytes) fail(`${what} has ${bytes} bytes; at most ${maxBytes} are allowed`);
  return bytes;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} KB`;
}

// As npm packs: without the owner and the time of files.
function packedSize(): number {
  const options = ['--format=ustar', '--owner=0', '--group=0', '--mtime=@0', '--sort=name'];
  const tar = execFileSync('tar', ['cf', '-', ...options, '-C', unpacked, '--transform=s,^[.],package,', '.'], {
    maxBuffer: 2 ** 26,
  });
  return gzipSync(tar, { level: 9 }).length;
}

/**
 * Compiles a program that imports all entry points with the settings of a usual application. It finds declaration files that
 * the package does not contain, and types that are correct only with the settings of this repository.
 */
function checkDeclarations(): void {
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== 'oriel') symlinkSync(join(ROOT, 'node_modules', name), join(application, 'node_modules', name));
  writeFileSync(join(application, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(application, 'imports.ts'), importsOfEntryPoints());
  compile('imports.ts', '--noEmit', '--skipLibCheck', 'false');
}

function importsOfEntryPoints(): string {
  const { exports } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    exports: Record<string, { types: string } | string>;
  };
  const entryPoints = Object.keys(exports).filter((path) => typeof exports[path] !== 'string');
  const names = entryPoints.map((_, index) => `entryPoint${index}`);
  const imports = entryPoints.map((path, index) => `import * as ${names[index]} from 'oriel${path.slice(1)}';\n`);
  return `${imports.join('')}console.log(${names.join(', ')});\n`;
}

function compile(file: string, ...options: readonly string[]): void {
  const args = [...options, ...'--strict --module nodenext --target es2024 --types node'.split(' '), file];
  const { stdout } = spawnSync(process.execPath, [program('tsc'), ...args], { cwd: application, encoding: 'utf8' });
  // Other packages have errors of their own.
  const issues = stdout.split('\n').filter((line) => line.startsWith(file) || line.startsWith('node_modules/oriel/'));
  if (issues.length > 0) fail(`The types of the package have errors:\n${issues.join('\n')}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
