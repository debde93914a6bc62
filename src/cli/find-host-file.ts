import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { didYouMean } from '../core/http/did-you-mean.ts';
import { LoadError, shorten } from './load-error.ts';

const STEMS = ['host', 'src/host', 'server', 'index', 'src/index'];
const ENDINGS = ['.ts', '.js', '.mjs'];

/**
 * The file that holds the host: the one named, else the one that package.json names, else the first of the usual names.
 * @throws {LoadError} naming what is near, or where it looked
 */
export function findHostFile(named: string | undefined, folder = process.cwd()): string {
  if (named !== undefined) return existing(named, folder, 'Check the spelling');
  const configured = hostOfManifest(folder);
  if (configured !== undefined) return existing(configured, folder, 'Correct "oriel": { "host": … } in package.json');
  for (const stem of STEMS) {
    for (const ending of ENDINGS) {
      if (isFile(join(folder, stem + ending))) return join(folder, stem + ending);
    }
  }
  const reason = `None of ${STEMS.join(', ')} with ${ENDINGS.join(', ')} is in this folder`;
  const fix = 'Name the file, as in "oriel dev path/to/host.ts", or start with "oriel new my-api"';
  throw new LoadError('There is no host to run', [{ code: 'ORIEL_CLI_NO_HOST', place: folder, reason, fix }], 2);
}

function existing(named: string, folder: string, advice: string): string {
  const file = resolve(folder, named);
  if (isFile(file)) return file;
  const inside =
    existsSync(file) && STEMS.flatMap((stem) => ENDINGS.map((ending) => join(file, stem + ending))).find(isFile);
  if (inside) return inside;
  const reason = existsSync(file) ? 'It is a folder without a host' : 'There is no such file';
  const near = nearest(file);
  const fix = near ? `Did you mean ${shorten(near)}?` : advice;
  throw new LoadError('There is no host to run', [{ code: 'ORIEL_CLI_NO_FILE', place: named, reason, fix }], 2);
}

// The same name with another ending is nearer than anything that is merely spelled alike.
function nearest(file: string): string | undefined {
  const folder = dirname(file);
  if (!existsSync(folder)) return undefined;
  const stem = basename(file).replace(/\.\w+$/, '');
  const sibling = ENDINGS.map((ending) => join(folder, stem + ending)).find(isFile);
  if (sibling) return sibling;
  const names = readdirSync(folder).filter((name) => ENDINGS.some((ending) => name.endsWith(ending)));
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
