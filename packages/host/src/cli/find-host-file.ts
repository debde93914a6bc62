import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { didYouMean } from 'oriel-core/http';
import { LoadError, shorten } from 'oriel-core/cli';

const STEMS = ['host', 'src/host', 'server', 'index', 'src/index'];
const EXTENSIONS = ['.ts', '.js', '.mjs'];

/**
 * Returns the host file: the given one, else the one in package.json, else the first default name that exists.
 *
 * @throws {LoadError} with a similar file name, or with the names that were tried
 */
export function findHostFile(named: string | undefined, folder = process.cwd()): string {
  if (named !== undefined) return existing(named, folder, 'Check the spelling');
  const configured = hostOfManifest(folder);
  if (configured !== undefined) return existing(configured, folder, 'Correct "oriel": { "host": … } in package.json');
  for (const stem of STEMS) {
    for (const extension of EXTENSIONS) {
      if (isFile(join(folder, stem + extension))) return join(folder, stem + extension);
    }
  }
  const reason = `This folder has none of ${STEMS.join(', ')} with the extension ${EXTENSIONS.join(', ')}`;
  const fix = 'Pass the file, as in "oriel-host dev path/to/host.ts", or create a project with "oriel-host new my-api"';
  throw new LoadError('No host was found', [{ code: 'ORIEL_CLI_NO_HOST', place: folder, reason, fix }], 2);
}

function existing(named: string, folder: string, advice: string): string {
  const file = resolve(folder, named);
  if (isFile(file)) return file;
  const inside =
    existsSync(file) &&
    STEMS.flatMap((stem) => EXTENSIONS.map((extension) => join(file, stem + extension))).find(isFile);
  if (inside) return inside;
  const reason = existsSync(file) ? 'The folder contains no host file' : 'The file does not exist';
  const near = nearest(file);
  const fix = near ? `Did you mean ${shorten(near)}?` : advice;
  throw new LoadError('No host was found', [{ code: 'ORIEL_CLI_NO_FILE', place: named, reason, fix }], 2);
}

// The same name with another extension is preferred to a similar name.
function nearest(file: string): string | undefined {
  const folder = dirname(file);
  if (!existsSync(folder)) return undefined;
  const stem = basename(file).replace(/\.\w+$/, '');
  const sibling = EXTENSIONS.map((extension) => join(folder, stem + extension)).find(isFile);
  if (sibling) return sibling;
  const names = readdirSync(folder).filter((name) => EXTENSIONS.some((extension) => name.endsWith(extension)));
  const name = didYouMean(basename(file), names);
  return name === undefined ? undefined : join(folder, name);
}

function hostOfManifest(folder: string): string | undefined {
  try {
    const { oriel } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { oriel?: { host?: unknown } };
    return typeof oriel?.host === 'string' ? oriel.host : undefined;
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the nearest folder with a package.json at or above the folder of a file, else the folder of the file. */
export function projectFolder(file: string): string {
  const directory = dirname(file);
  for (let folder = directory; ; folder = dirname(folder)) {
    if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile()) return folder;
    if (folder === dirname(folder)) return directory;
  }
}
