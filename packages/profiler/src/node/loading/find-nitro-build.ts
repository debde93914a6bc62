import { readFileSync, JSON } from 'oriel-core/builtins';
import { fileURLToPath } from 'node:url';
import type { LoadedLibrary } from './library-watch.ts';

/** Returns the build of Nitro that the file with this URL belongs to, such as `.output/server/index.mjs`. */
export function findNitroBuild(url: string): LoadedLibrary | undefined {
  const position = url.lastIndexOf('/server/');
  if (position < 0 || !url.endsWith('.mjs')) return undefined;
  const folder = url.slice(0, position);
  if (!builds.has(folder)) builds.set(folder, readBuild(folder));
  return builds.get(folder);
}

// Nitro writes nitro.json beside the folder of the server.
function readBuild(folder: string): LoadedLibrary | undefined {
  try {
    const file = fileURLToPath(`${folder}/nitro.json`);
    const { versions } = JSON.parse(readFileSync(file, 'utf8')) as { versions?: { nitro?: unknown } };
    const version = versions?.nitro;
    return typeof version === 'string' ? { version, root: fileURLToPath(folder) } : undefined;
  } catch {
    return undefined;
  }
}

const builds = new Map<string, LoadedLibrary | undefined>();
