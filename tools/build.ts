import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleModules } from './lib/bundle-modules.ts';
import { PACKAGES, packageFolder, readManifest } from './lib/packages.ts';
import { ROOT } from './lib/source-files.ts';

/** Builds `packages/<name>/dist` for publishing. Tests, examples and benchmarks run from source. */
for (const name of PACKAGES) await build(name);

async function build(name: string): Promise<void> {
  const dist = join(packageFolder(name), 'dist');
  const modules = join(ROOT, 'var/build', name);
  // Files of an earlier build would be published, too.
  for (const folder of [dist, modules]) rmSync(folder, { recursive: true, force: true });
  // Comments are kept in the declarations, which editors show. In the code they would be a third of the package size.
  compile(name, '--emitDeclarationOnly');
  // The types have just been checked.
  compile(name, '--outDir', modules, '--declaration', 'false', '--sourceMap', '--removeComments', '--noCheck');
  await bundleModules(name, modules, dist);
  if (name === 'host') copySwaggerUi(join(dist, 'features/resources/swagger-ui'));
  // npm sets the mode when it installs a package, but not when it links one.
  for (const file of Object.values(readManifest(name).bin ?? {})) chmodSync(join(packageFolder(name), file), 0o755);
}

// Swagger UI is part of the package, so that its page needs no other server and no dependency.
function copySwaggerUi(assets: string): void {
  const swagger = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
  cpSync(join(packageFolder('host'), 'src/features/resources/describe/swagger-ui'), assets, { recursive: true });
  for (const file of [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'LICENSE',
    'NOTICE',
  ])
    copyFileSync(join(swagger, file), join(assets, file));
}

function compile(name: string, ...options: readonly string[]): void {
  const args = [compiler(), '-p', join(packageFolder(name), 'tsconfig.build.json'), ...options];
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
