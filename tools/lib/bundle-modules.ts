import { readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { rollup } from '@rollup/wasm-node';
import type { PluginContext, RollupLog } from '@rollup/wasm-node';
import { FEATURES } from '../../packages/host/src/host/feature-table.ts';
import { getEntryPoints, readManifest } from './packages.ts';
import { filesMatching } from './source-files.ts';

/**
 * Bundles the compiled modules of a package into few files, because a start reads files faster the fewer there are. No
 * code is in two files, so a class is the same from every entry point.
 *
 * @param modules the folder of the compiled modules
 * @param dist the folder to write
 */
export async function bundleModules(name: string, modules: string, dist: string): Promise<void> {
  const inputs = [...entryPoints(name), ...(name === 'host' ? loadedByName() : [])];
  const getFile = (path: string): string => join(modules, `${path}.js`);
  const build = await rollup({
    input: Object.fromEntries(inputs.map((path) => [path, getFile(path)])),
    external: /^[^./]/,
    treeshake: false,
    plugins: [
      {
        name: 'source-maps',
        load: (file) => ({ code: readFileSync(file, 'utf8'), map: readFileSync(`${file}.map`, 'utf8') }),
      },
    ],
    onLog: (_level, log) => throwOnWarning(log),
  });
  const inBundle = new Set<string>();
  await build.write({
    dir: dist,
    chunkFileNames: '[name].js',
    manualChunks: (file, { getModuleInfo }) => {
      if (inBundle.size === 0) addImports(inBundle, (LOADED_AT_START[name] ?? []).map(getFile), getModuleInfo);
      return inBundle.has(file) && !inputs.some((path) => getFile(path) === file) ? 'bundle' : undefined;
    },
    minifyInternalExports: false,
    hoistTransitiveImports: false,
    sourcemap: true,
    // The sources are not in the package: frames name them.
    sourcemapExcludeSources: true,
  });
}

// What an application loads when it starts to record or to serve is one file. Rollup divides the rest by the entry points
// and the dynamic imports that load it.
const LOADED_AT_START: Readonly<Record<string, readonly string[]>> = {
  core: ['builtins', 'configuration', 'errors', 'http', 'messages', 'node', 'redaction', 'trace'].map(
    (folder) => `${folder}/index`,
  ),
  profiler: ['register'],
  host: ['index'],
};

function entryPoints(name: string): string[] {
  const manifest = readManifest(name);
  const files = [...getEntryPoints(manifest).map(([, file]) => file.default), ...Object.values(manifest.bin ?? {})];
  return files.map((file) => file.replace(/^(?:\.\/)?dist\/(.*)\.js$/, '$1'));
}

/** Returns the modules of the host that it loads by name if its configuration uses them. */
export function loadedByName(): string[] {
  const messages = filesMatching('packages/host/src/features/locale/messages/*.ts');
  return [
    ...FEATURES.map(({ file }) => `features/${file}`),
    ...messages.map((path) => `features/locale/messages/${parse(path).name}`),
    'host/state/open-state',
  ];
}

/** Adds files and everything that they import, directly or not, to a set. */
function addImports(set: Set<string>, files: readonly string[], getModuleInfo: PluginContext['getModuleInfo']): void {
  for (const file of files) set.add(file);
  for (const file of set) for (const imported of getModuleInfo(file)?.importedIds ?? []) set.add(imported);
}

// Warnings such as import cycles are errors. THIS_IS_UNDEFINED is caused by helpers of the compiler.
function throwOnWarning({ code, message }: RollupLog): void {
  if (code === 'THIS_IS_UNDEFINED') return;
  throw new Error(message);
}
