import { readFileSync } from '../../core/builtins/file-system.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nitroVersion2Library } from '../frameworks/nitro-2.ts';
import { nitroLibrary } from '../frameworks/nitro.ts';
import { findNitroBuild } from './find-nitro-build.ts';
import { LIBRARIES } from './libraries.ts';
import type { LibraryWatch, WatchedFile } from './library-watch.ts';
import { JSON } from '../../core/builtins/globals.ts';

/** A file of a watched library. */
export interface FoundLibrary {
  readonly library: LibraryWatch;
  /** Its index in the list of libraries. */
  readonly index: number;
  /** What is inserted into a file with this source; undefined if the file stays as it is. */
  readonly fileOf: (source: string) => string | WatchedFile | undefined;
  /** The folder of its package or of its build. */
  readonly root: string;
  readonly version: string;
}

/** Returns the watched library that the file with this URL belongs to. */
export function findLibrary(url: string): FoundLibrary | undefined {
  if (!url.startsWith('file:')) return undefined;
  const at = url.lastIndexOf(FOLDER) + FOLDER.length;
  if (at < FOLDER.length) return findNitro(url);
  const end = url.indexOf('/', url[at] === '@' ? url.indexOf('/', at) + 1 : at);
  const folder = url.slice(at, end);
  const path = url.slice(end + 1);
  for (const [index, library] of LIBRARIES.entries()) {
    const file = library.files[path];
    if (file === undefined || !folder.includes(library.name)) continue;
    const root = fileURLToPath(url.slice(0, end));
    // The folder of an alias, such as `npm:express@4`, has another name.
    const { name, version = '0' } = readManifest(root);
    if (folder === library.name || name === library.name) return { library, index, fileOf: () => file, root, version };
  }
  return undefined;
}

function findNitro(url: string): FoundLibrary | undefined {
  const build = findNitroBuild(url);
  if (build === undefined) return undefined;
  const library = build.version.startsWith('2.') ? nitroVersion2Library : nitroLibrary;
  const { bundled = [] } = library;
  const fileOf = (source: string): WatchedFile | undefined => bundled.find(({ marker }) => marker.test(source));
  return { library, index: LIBRARIES.indexOf(library), fileOf, ...build };
}

/** Returns the name and the version in the package.json of a folder. */
function readManifest(root: string): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name?: string; version?: string };
  } catch {
    return {};
  }
}

const FOLDER = '/node_modules/';
