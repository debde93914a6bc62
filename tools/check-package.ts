/**
 * Checks the packed package: its manifest with publint, its types with @arethetypeswrong/cli, and its size:
 * `npm run package:check`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './lib/source-files.ts';

// Without the assets of the API documentation viewer, which are about 0.5 MB. The goal is 1,000,000; tenants, tools for
// assistants, files and the recorders of Next.js, Nitro and Prisma added 76,000; metrics, migrations, search, tokens and the
// store of Prisma added 44,000; `oriel fuzz` and the replacement of workers added 20,000; shared state, profiles on
// PostgreSQL, OpenTelemetry and the documentation in the package need the rest.
const MAX_BYTES = 1_450_000;

const folder = mkdtempSync(join(tmpdir(), 'oriel-package-'));
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
  const bytes = sizeWithoutViewer(tarball);
  if (bytes > MAX_BYTES) fail(`The package has ${bytes} bytes without the viewer; at most ${MAX_BYTES} are allowed`);
  if (process.exitCode === undefined) console.log(`the package is valid and has ${Math.round(bytes / 1000)} KB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function check(program: string, args: readonly string[]): void {
  const file = join(ROOT, 'node_modules/.bin', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) fail(`${program} found issues:\n${stdout}${stderr}`);
}

function sizeWithoutViewer(tarball: string): number {
  execFileSync('tar', ['xzf', tarball, '-C', folder]);
  rmSync(join(folder, 'package/dist/features/resources/openapi/swagger-ui'), { recursive: true });
  const rest = join(folder, 'rest.tgz');
  execFileSync('tar', ['czf', rest, '-C', folder, 'package']);
  return statSync(rest).size;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
