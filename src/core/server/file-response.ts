import { basename, extname, join, sep } from 'node:path';
import { HttpResponse } from '../http/response.ts';
import { NotFoundError } from '../http/errors.ts';
import { withoutStack } from '../http/without-stack.ts';

/** How a file is answered. */
export interface FileOptions {
  /** `Content-Type`; left out, it follows from the file's extension. */
  readonly contentType?: string | undefined;
  /** Have it saved instead of shown: true for under its own name, or the name to save it under. */
  readonly download?: boolean | string | undefined;
  /** The folder that `path` is relative to and may not leave, by `..` or by a symbolic link. */
  readonly root?: string | undefined;
}

/**
 * Answers with a file, which is opened only when the first byte is sent. The server does byte ranges (RFC 9110 §14).
 * `ETag` is weak, made of size and time; `Last-Modified` is the file's.
 *
 * @param path as the file system has it (decoded); relative to `root` when there is one
 * @throws {NotFoundError} when there is no such file, it is no regular file, or it lies outside `root`
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

// What the file system says of a name that no client should learn more about.
const MISSING: ReadonlySet<unknown> = new Set([
  ...['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EISDIR', 'ERR_INVALID_ARG_VALUE'],
]);

async function within(root: string, path: string): Promise<string> {
  const { realpath } = await import('node:fs/promises');
  // The real paths are compared, because a link inside the folder may point out of it; the written one first, so that
  // nobody learns which files exist elsewhere.
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

/** RFC 6266: a plain name for old clients, the true one as UTF-8 (RFC 8187). */
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
