import { join, sep } from 'node:path';
import { NotFoundError, withoutStack } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/**
 * Returns the real path of a file in a folder.
 *
 * @throws {NotFoundError} if it is outside of the folder
 */
export async function resolveWithin(root: string, path: string): Promise<string> {
  const { realpath } = await import('node:fs/promises');
  // Real paths are compared, because a link may point outside of the folder. The given path is checked first, so that clients
  // cannot find out which files exist elsewhere.
  const folder = await realpath(root);
  const lexical = join(folder, path);
  const inside = folder.endsWith(sep) ? folder : folder + sep;
  if (!lexical.startsWith(inside)) throw fileNotFound();
  const found = await realpath(lexical);
  if (!found.startsWith(inside)) throw fileNotFound();
  return found;
}

/** Returns whether an error of the file system means that there is no such file for the client. */
export function isMissing(error: unknown): boolean {
  return MISSING.has((error as { code?: unknown } | null)?.code);
}

const MISSING: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'EISDIR',
  'EINVAL',
  'ERR_INVALID_ARG_VALUE',
]);

/** Returns a 404 that does not contain the path of the file. */
export function fileNotFound(): NotFoundError {
  return withoutStack(() => new NotFoundError(message('request.no-such-file')));
}
