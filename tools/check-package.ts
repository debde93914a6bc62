/**
 * Checks the packed package: its manifest with publint, its types with @arethetypeswrong/cli and the compiler, and its
 * size: `npm run package:check`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './lib/source-files.ts';

// Sizes of the packed package without the assets of the API documentation viewer, which are about 0.5 MB. The
// documentation is 220,000 bytes of it.
const MAX_BYTES = 1_220_000;
const MAX_CODE_BYTES = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), 'oriel-package-'));
const unpacked = join(folder, 'package');
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
  execFileSync('tar', ['xzf', tarball, '-C', folder]);
  rmSync(join(unpacked, 'dist/features/resources/openapi/swagger-ui'), { recursive: true });
  const bytes = checkSize('The package without the viewer', MAX_BYTES);
  rmSync(join(unpacked, 'docs'), { recursive: true });
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
  const tar = execFileSync('tar', ['cf', '-', ...options, '-C', folder, 'package'], { maxBuffer: 2 ** 26 });
  return gzipSync(tar, { level: 9 }).length;
}

/**
 * Compiles a program that imports all entry points, with the settings of a usual application. It finds declaration files
 * that the package does not contain, and types that are correct only with the settings of this repository.
 */
function checkDeclarations(): void {
  const { exports } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    exports: Record<string, { types: string } | string>;
  };
  const entryPoints = Object.keys(exports).filter((path) => typeof exports[path] !== 'string');
  const names = entryPoints.map((_, index) => `entryPoint${index}`);
  const imports = entryPoints.map((path, index) => `import * as ${names[index]} from 'oriel${path.slice(1)}';\n`);
  writeFileSync(join(unpacked, 'application.ts'), `${imports.join('')}console.log(${names.join(', ')});\n`);
  symlinkSync(join(ROOT, 'node_modules'), join(unpacked, 'node_modules'));
  const options = '--noEmit --strict --skipLibCheck false --module nodenext --target es2024 --types node'.split(' ');
  const { stdout } = spawnSync(process.execPath, [program('tsc'), ...options, 'application.ts'], {
    cwd: unpacked,
    encoding: 'utf8',
  });
  // Other packages have errors of their own.
  const issues = stdout.split('\n').filter((line) => /^(dist|application)\b/.test(line));
  if (issues.length > 0) fail(`The declarations have errors:\n${issues.join('\n')}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
