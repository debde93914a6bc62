import { readFileSync, JSON } from 'oriel-core/builtins';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { astroLibrary } from '../frameworks/astro.ts';
import { nitroLibrary, nitroVersion2Library } from '../frameworks/nitro.ts';
import { svelteKitLibrary } from '../frameworks/sveltekit.ts';
import { findNitroBuild } from './find-nitro-build.ts';
import { LIBRARIES } from './libraries.ts';
import type { Addition, LibraryWatch, LoadedLibrary } from './library-watch.ts';

/** A file of a watched library. */
export interface FoundLibrary {
  readonly library: LibraryWatch;
  /** Its index in the list of libraries. */
  readonly index: number;
  /** What is inserted into a file with this source; undefined if the file stays as it is. */
  readonly fileOf: (source: string) => Addition | undefined;
  /** The folder of its package or of its build. */
  readonly root: string;
  /** The version; an empty text if a build does not state it. */
  readonly version: string;
}

/** Returns the watched library that the file with this URL belongs to. */
export function findLibrary(url: string): FoundLibrary | undefined {
  if (!url.startsWith('file:')) return undefined;
  const start = url.lastIndexOf(FOLDER) + FOLDER.length;
  if (start < FOLDER.length) return findBuild(url);
  const end = url.indexOf('/', url[start] === '@' ? url.indexOf('/', start) + 1 : start);
  const folder = url.slice(start, end);
  const path = url.slice(end + 1);
  for (const [index, library] of LIBRARIES.entries()) {
    const file = library.files[path];
    const isChunk = library.bundled !== undefined && folder === library.name && CHUNK.test(path);
    if ((file === undefined && !isChunk) || !folder.includes(library.name)) continue;
    const root = fileURLToPath(url.slice(0, end));
    // The folder of an alias, such as `npm:express@4`, has another name.
    const { name, version = '0' } = readManifest(root);
    if (folder !== library.name && name !== library.name) continue;
    const addition = typeof file === 'object' ? { calls: file } : file;
    return { library, index, fileOf: (source) => addition ?? findBundled(library, source), root, version };
  }
  return undefined;
}

const FOLDER = '/node_modules/';
/** Files of a package whose names may contain a hash. */
const CHUNK = /^(?:build|dist)\/[^?]*\.m?js$/;

/** A framework of which the application that was built contains a copy. */
function findBuild(url: string): FoundLibrary | undefined {
  const nitro = findNitroBuild(url);
  if (nitro) return toBuild(nitro.version.startsWith('2.') ? nitroVersion2Library : nitroLibrary, nitro);
  const build = BUILDS.find(({ path }) => path.test(url));
  return build && toBuild(build.library, { version: '', root: fileURLToPath(new URL('.', url)) });
}

const BUILDS: readonly { readonly path: RegExp; readonly library: LibraryWatch }[] = [
  { path: /\/server\/(?:chunks\/.*|index)\.js$/, library: svelteKitLibrary },
  { path: /\/server\/(?:chunks\/[^/]+|entry|[^/]*astro[^/]*)\.mjs$/, library: astroLibrary },
];

function toBuild(library: LibraryWatch, build: LoadedLibrary): FoundLibrary {
  return { library, index: LIBRARIES.indexOf(library), fileOf: (source) => findBundled(library, source), ...build };
}

function findBundled({ bundled = [] }: LibraryWatch, source: string): Addition | undefined {
  return bundled.find(({ marker }) => marker.test(source));
}

/** Returns the name and the version in the package.json of a folder. */
function readManifest(root: string): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name?: string; version?: string };
  } catch {
    return {};
  }
}
