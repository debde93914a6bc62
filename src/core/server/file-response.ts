import { basename, extname, join, sep } from 'node:path';
import { HttpResponse } from '../http/response.ts';
import { NotFoundError } from '../http/errors.ts';
import { withoutStack } from '../http/without-stack.ts';

/** Options of `fileResponse`. */
export interface FileOptions {
  /** The `Content-Type`; by default from the file extension. */
  readonly contentType?: string | undefined;
  /** Sends the file as a download: true for its own name, or the name to use. */
  readonly download?: boolean | string | undefined;
  /** The folder that contains `path`. Paths that leave it by `..` or a symbolic link are not found. */
  readonly root?: string | undefined;
}

/**
 * Creates a response with a file, which is opened when the first byte is sent. The server supports byte ranges (RFC 9110 §14).
 * The response has a weak `ETag` of size and time, and `Last-Modified`.
 *
 * @param path the decoded path of the file, relative to `root` if given
 * @throws {NotFoundError} if the file does not exist, is not a regular file, or is outside `root`
 *
 * @example
 * ```ts
 * import { fileResponse } from 'oriel/server';
 * const response = await fileResponse('package.json');
 * response.headers.get('content-type'); // => 'application/json'
 * ```
 */
export async function fileResponse(path: string, options: FileOptions = {}): Promise<HttpResponse> {
  const { realpath, stat } = await import('node:fs/promises');
  try {
    const file = options.root === undefined ? await realpath(path) : await within(options.root, path);
    const found = await stat(file);
    if (!found.isFile()) throw notFound();

    const type = options.contentType ?? TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    const headers = [
      ...['Content-Type', type, 'Last-Modified', found.mtime.toUTCString()],
      ...['ETag', `W/"${found.size.toString(36)}-${Math.trunc(found.mtimeMs * 1000).toString(36)}"`],
    ];
    if (options.download !== undefined && options.download !== false) {
      const name = options.download === true ? basename(path) : options.download;
      headers.push('Content-Disposition', contentDisposition(name));
    }
    return new HttpResponse(200, headers, { file, start: 0, length: found.size });
  } catch (error) {
    if (MISSING.has((error as { code?: unknown }).code)) throw notFound();
    throw error;
  }
}

// Errors of the file system that are reported as 404.
const MISSING: ReadonlySet<unknown> = new Set([
  ...['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EISDIR', 'ERR_INVALID_ARG_VALUE'],
]);

async function within(root: string, path: string): Promise<string> {
  const { realpath } = await import('node:fs/promises');
  // Real paths are compared, because a link may point outside of the folder. The given path is checked first, so that clients
  // cannot find out which files exist elsewhere.
  const folder = await realpath(root);
  const lexical = join(folder, path);
  const inside = folder.endsWith(sep) ? folder : folder + sep;
  if (!lexical.startsWith(inside)) throw notFound();
  const file = await realpath(lexical);
  if (!file.startsWith(inside)) throw notFound();
  return file;
}

function notFound(): NotFoundError {
  return withoutStack(() => new NotFoundError('There is no such file'));
}

/** Returns `Content-Disposition` (RFC 6266) with an ASCII name and the UTF-8 name (RFC 8187). */
function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const simple = plain === name ? '' : `; filename*=UTF-8''${encodeExtended(name)}`;
  return `attachment; filename="${plain}"${simple}`;
}

function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.jsonld': 'application/ld+json',
  '.geojson': 'application/geo+json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
};
