import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleModules } from './lib/bundle-modules.ts';

/** Builds `dist/`, for publishing only: tests, examples and benches run from source. */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

// What an earlier build left would be published too.
rmSync(DIST, { recursive: true, force: true });
// Comments stay in the declarations, where editors show them; in the code they would be a third of the package.
compile('--declaration', 'false', '--removeComments');
compile('--emitDeclarationOnly');
await bundleModules(DIST);
// Swagger UI travels with the package, so that its page needs no other server and no further dependency.
const swagger = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
const assets = join(DIST, 'features/resources/openapi/swagger-ui');
mkdirSync(assets);
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'])
  copyFileSync(join(swagger, file), join(assets, file));
// npm does so when it installs a package, but not when one is linked.
chmodSync(join(DIST, 'cli', 'main.js'), 0o755);

function compile(...options: readonly string[]): void {
  const words = [compiler(), '-p', 'tsconfig.build.json', ...options];
  const { status } = spawnSync(process.execPath, words, { cwd: ROOT, stdio: 'inherit' });
  // The compiler has printed the errors; code with errors is not published.
  if (status !== 0) process.exit(1);
}

function compiler(): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('typescript/package.json');
  const { bin } = require(manifest) as { bin: { tsc: string } };
  return join(manifest, '..', bin.tsc);
}
