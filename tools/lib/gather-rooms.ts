import { globSync, rmSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { rollup } from '@rollup/wasm-node';
import type { OutputChunk, OutputOptions, PreRenderedChunk, RollupLog } from '@rollup/wasm-node';
import { filesMatching, isDoor, read } from './source-files.ts';

/**
 * Gathers the compiled modules in `folder`: one file for each door, with all that stands behind it, instead of one for
 * each module. A start then reads a dozen files, not hundreds. Nothing is in two files, so a class stays the same class
 * whichever door it is taken from.
 */
export async function gatherRooms(folder: string): Promise<void> {
  const nameOf = (id: string): string => relative(folder, id).replaceAll('\\', '/').replace(/\.js$/, '');
  const rooms = await rollup({
    input: Object.fromEntries([...doors(), ...loadedByName()].map((name) => [name, join(folder, `${name}.js`)])),
    external: /^[^./]/,
    // Else doors that only hand on are looked through, and what stands behind them falls into many pieces again.
    treeshake: false,
    plugins: [{ name: 'origin', transform: (code, id) => ({ code: withOrigin(code, nameOf(id)), map: null }) }],
    onLog: (_level, log) => refuse(log),
  });
  const options: OutputOptions = {
    chunkFileNames: (piece) => `${posix.join(commonFolder(piece.moduleIds.map(nameOf)), pieceName(piece))}.js`,
    minifyInternalExports: false,
    hoistTransitiveImports: false,
  };
  const { output } = await rooms.generate(options);
  for (const piece of output) if (piece.type === 'chunk') checkPlaces(piece, nameOf);
  for (const module of globSync('**/*.js', { cwd: folder })) rmSync(join(folder, module));
  await rooms.write({ ...options, dir: folder });
}

function doors(): string[] {
  return ['src/index.ts', 'src/cli/main.ts', ...filesMatching('src/**/index.ts').filter(isDoor)].map(moduleName);
}

// No import leads to them: a host requires them by their name, when its configuration has what they are for.
function loadedByName(): string[] {
  const features = [...read('src/host/load-feature.ts').matchAll(/typeof import\('\.\/(.+)\.ts'\)/g)];
  return [
    ...features.map(([, feature]) => `host/${feature}`),
    ...filesMatching('src/visitor/locale/messages/*.ts').map(moduleName),
  ];
}

function moduleName(path: string): string {
  return path.replace(/^src\//, '').replace(/\.ts$/, '');
}

// Whoever follows a stack trace into a file of many modules sees which one it was.
function withOrigin(code: string, name: string): string {
  return code.replace(/^(?!import |#!)/m, `// src/${name}.ts\n`);
}

// What several doors need and none of them shows.
function pieceName({ name }: PreRenderedChunk): string {
  return name === 'index' ? 'inside' : name;
}

function commonFolder(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split('/').slice(0, -1));
  const length = first.findIndex((part, depth) => others.some((other) => other[depth] !== part));
  return (length < 0 ? first : first.slice(0, length)).join('/');
}

/** A module that asks where it is (`import.meta`) looks for files from there, so it must still be in that folder. */
function checkPlaces({ fileName, modules }: OutputChunk, nameOf: (id: string) => string): void {
  for (const [id, { code }] of Object.entries(modules)) {
    if (!code?.includes('import.meta.') || posix.dirname(nameOf(id)) === posix.dirname(fileName)) continue;
    throw new Error(
      `${nameOf(id)} asks where it is, but would be in ${fileName}: give its folder a door, or move it to the door`,
    );
  }
}

// Modules that import each other in a circle are refused like anything else; `this` is a helper's of the compiler.
function refuse({ code, message }: RollupLog): void {
  if (code === 'THIS_IS_UNDEFINED') return;
  throw new Error(message);
}
