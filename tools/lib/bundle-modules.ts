import { globSync, rmSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { rollup } from '@rollup/wasm-node';
import type { GetModuleInfo, OutputChunk, OutputOptions, RollupLog } from '@rollup/wasm-node';
import { FEATURES } from '../../packages/host/src/host/feature-table.ts';
import { indentWithTwoSpaces } from './indentation.ts';
import { moduleOf } from './modules.ts';
import { filesMatching, isEntryPoint, read } from './source-files.ts';

/**
 * Bundles the compiled files in `folder`: one file per module of `src/` instead of one per source file, because a start
 * reads files faster the fewer there are. No code is in two bundles, so a class is the same from every entry point. The
 * parts of a feature that every host loads, such as `resource()`, are bundled with the host.
 */
export async function bundleModules(folder: string): Promise<void> {
  const nameOf = (id: string): string => relative(folder, id).replaceAll('\\', '/').replace(/\.js$/, '');
  const inputs = [...entryPoints(), ...loadedByName()];
  const build = await rollup({
    input: Object.fromEntries(inputs.map((name) => [name, join(folder, `${name}.js`)])),
    external: /^[^./]/,
    treeshake: false,
    plugins: [
      {
        name: 'text',
        transform(code, id) {
          return { code: withOrigin(indentWithTwoSpaces(code, this.parse(code)), nameOf(id)), map: null };
        },
      },
    ],
    onLog: (_level, log) => throwOnWarning(log),
  });
  const options: OutputOptions = {
    chunkFileNames: (chunk) =>
      chunk.name.includes('/') ? `${chunk.name}.js` : `${folderOf(chunk.moduleIds.map(nameOf))}/${chunk.name}.js`,
    manualChunks: (id, { getModuleInfo }) => {
      const name = nameOf(id);
      const module = moduleOf(`src/${name}.ts`) ?? '';
      if (isEntryPoint(`src/${name}.ts`) || module === 'cli' || module === 'testing') return undefined;
      recorded ??= reachable(join(folder, 'drop-in/index.js'), (each) => getModuleInfo(each)?.importedIds ?? []);
      // What `oriel/register` needs of the core is one file, because it adds to the start of every application.
      if (module.startsWith('core/')) return recorded.has(id) ? 'core/recorder/bundle' : `${module}/bundle`;
      eager ??= reachable(join(folder, 'index.js'), (each) => getModuleInfo(each)?.importedIds ?? []);
      if (eager.has(id)) return 'host/bundle';
      if (module === 'profiler') return `profiler/${profilerPart(name, recorded.has(id))}/bundle`;
      if (module === 'host') return undefined;
      // Loaded with the first page.
      if (module === 'drop-in' && !recorded.has(id)) return 'drop-in/pages/bundle';
      if (isSeparate(id, name, module, getModuleInfo)) return name;
      // Files that other features import are bundled separately, so that those do not load the whole feature.
      shared ??= importedByOthers(folder, (each) => getModuleInfo(each)?.importedIds ?? []);
      return shared.has(id) ? `${module}/shared` : `${module}/bundle`;
    },
    minifyInternalExports: false,
    hoistTransitiveImports: false,
  };
  let recorded: Set<string> | undefined;
  let eager: Set<string> | undefined;
  let shared: Set<string> | undefined;
  const { output } = await build.generate(options);
  for (const chunk of output) if (chunk.type === 'chunk') checkLocation(chunk, nameOf);
  for (const file of globSync('**/*.js', { cwd: folder })) rmSync(join(folder, file));
  await build.write({ ...options, dir: folder });
}

// Files for the pages of the profiler, which a host loads with the first page. The recorder needs the access check and the
// colors of the toolbar.
const PAGES = /^profiler\/(?:pages(?!\/access\/profiler-access|\/assets\/base-style)|panels|render|export)\//;

// What a host records besides, such as routing, is a file of its own.
function profilerPart(name: string, isRecorded: boolean): string {
  if (isRecorded) return 'recorder';
  return PAGES.test(name) ? 'pages' : 'host';
}

function entryPoints(): string[] {
  return ['packages/host/src/cli/main.ts', ...filesMatching('src/**/index.ts').filter(isEntryPoint)].map(fileName);
}

/** Returns the files that are not imported statically: a host loads them by name if its configuration uses them. */
export function loadedByName(): string[] {
  const features = FEATURES.map(({ file }) => `features/${file}`);
  const messages = filesMatching('src/features/locale/messages/*.ts').map(fileName);
  const named = filesMatching('src/{core,features,host,profiler}/**/*.ts').flatMap((path) => {
    const source = read(path);
    const files = Array.from(source.matchAll(REQUIRED), ([, file = '']) => posix.join(posix.dirname(path), file));
    const integrations = Array.from(source.matchAll(INTEGRATION), ([, file = '']) => `src/integrations/${file}`);
    return [...files, ...integrations].map(fileName);
  });
  return [...new Set([...features, ...messages, ...named])];
}

const REQUIRED = /\brequire\(`(\.{1,2}\/[^$`]+)\$\{EXTENSION\}`\)/g;
const INTEGRATION = /\bloadIntegration\b[^']{0,300}?\(\s*'([\w/-]+)'\s*\)/g;

function fileName(path: string): string {
  return path.replace(/^src\//, '').replace(/\.ts$/, '');
}

/** Returns everything that a file imports, directly or not. */
function reachable(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const next of importsOf(id)) found.add(next);
  return found;
}

/** Returns the files of features that the entry files of other features import, directly or not. */
function importedByOthers(folder: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const { file } of FEATURES)
    for (const id of reachable(join(folder, `features/${file}.js`), importsOf)) {
      const [, feature] = /features[\\/]([^\\/]+)[\\/]/.exec(id.slice(folder.length)) ?? [];
      if (feature !== undefined && feature !== file.split('/')[0]) found.add(id);
    }
  return found;
}

// A bundle contains files of many folders. The comment names the source file for stack traces.
function withOrigin(code: string, name: string): string {
  return code.replace(/^(?!import |#!)/m, `// src/${name}.ts\n`);
}

function folderOf(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split('/').slice(0, -1));
  const length = first.findIndex((part, depth) => others.some((other) => other[depth] !== part));
  return (length < 0 ? first : first.slice(0, length)).join('/');
}

// Messages are loaded by name, and a file that uses `import.meta` must stay in its folder.
function isSeparate(id: string, name: string, module: string, getModuleInfo: GetModuleInfo): boolean {
  if (name.includes('/messages/')) return true;
  return posix.dirname(name) !== module && getModuleInfo(id)?.code?.includes('import.meta.') === true;
}

/** A file that uses `import.meta` finds the package relative to its folder, so its bundle must be beside or in that folder. */
function checkLocation({ fileName: bundle, modules }: OutputChunk, nameOf: (id: string) => string): void {
  for (const [id, { code }] of Object.entries(modules)) {
    if (!code?.includes('import.meta.') || parentOf(nameOf(id)) === parentOf(bundle)) continue;
    throw new Error(`${nameOf(id)} uses import.meta, but its bundle is ${bundle}, in another folder`);
  }
}

// The folder that contains the folder of a file.
function parentOf(file: string): string {
  return posix.dirname(posix.dirname(file));
}

// Warnings such as import cycles are errors. THIS_IS_UNDEFINED is caused by helpers of the compiler.
function throwOnWarning({ code, message }: RollupLog): void {
  if (code === 'THIS_IS_UNDEFINED') return;
  throw new Error(message);
}
