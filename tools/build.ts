import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { bundleModules } from './lib/bundle-modules.ts';
import { removeUnreachableDeclarations } from './lib/remove-unreachable-declarations.ts';

/** Builds `dist/` for publishing. Tests, examples and benchmarks run from source. */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

// Files of an earlier build would be published, too.
rmSync(DIST, { recursive: true, force: true });
// Comments are kept in the declarations, which editors show. In the code they would be a third of the package size.
compile('--emitDeclarationOnly');
// The types have just been checked.
compile('--declaration', 'false', '--removeComments', '--noCheck');
removeUnreachableDeclarations(DIST, publishedTypes());
await bundleModules(DIST);
// Swagger UI is part of the package, so that its page needs no other server and no dependency.
const swagger = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
const assets = join(DIST, 'features/resources/openapi/swagger-ui');
mkdirSync(assets);
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'])
  copyFileSync(join(swagger, file), join(assets, file));
// npm sets the mode when it installs a package, but not when it links one.
chmodSync(join(DIST, 'cli', 'main.js'), 0o755);

// The files in `dist/` that TypeScript reads when an application imports the package.
function publishedTypes(): string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, { types: string } | string>;
  };
  return Object.values(exports).flatMap((each) => (typeof each === 'string' ? [] : [relative('dist', each.types)]));
}

function compile(...options: readonly string[]): void {
  const args = [compiler(), '-p', 'tsconfig.build.json', ...options];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  // The compiler has printed the errors; code with errors is not published.
  if (status !== 0) process.exit(1);
}

function compiler(): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('typescript/package.json');
  const { bin } = require(manifest) as { bin: { tsc: string } };
  return join(manifest, '..', bin.tsc);
}
