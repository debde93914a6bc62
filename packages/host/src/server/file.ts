import { basename, join, sep } from 'node:path';
import { contentDisposition } from '../http/headers/content-disposition.ts';
import { formatHttpDate } from '../http/headers/http-date.ts';
import type { MaybePromise, ByteSource } from 'oriel-core/http';
import { HttpResponse, NotFoundError, withoutStack } from 'oriel-core/http';
import { getContentType } from './content-types.ts';
import { message } from 'oriel-core/messages';

/** What `file()` sends: a path, a `file:` URL, bytes, a `Blob`, a stream, or a `RangeSource`. */
export type FileSource = string | URL | Uint8Array | Blob | ReadableStream<Uint8Array> | RangeSource;

/** A file in other storage, such as S3. */
export interface RangeSource {
  /** The size of the file in bytes. */
  readonly size: number;
  /**
   * Returns a part of the file; called when the first byte is sent, once for each range.
   *
   * @param start the first byte
   * @param end the last byte, inclusive, as in a `Range` header
   */
  read(start: number, end: number): MaybePromise<ReadableStream<Uint8Array>>;
}

/** Options of `file()`. */
export interface FileOptions {
  /** The name of the file, for its media type and `Content-Disposition`; by default the last part of the path. */
  readonly name?: string | undefined;
  /** The `Content-Type`; by default from the extension of the name, or the type of the `Blob`. */
  readonly contentType?: string | undefined;
  /** Sends the file as a download: true for its own name, or the name to use. */
  readonly download?: boolean | string | undefined;
  /** The folder that contains the path. Paths that leave it by `..` or a symbolic link are not found. */
  readonly root?: string | undefined;
  /** The opaque part of a strong `ETag`; by default from the time and size of a file on disk, or a hash of bytes. */
  readonly etag?: string | undefined;
  /** The time of the last change: a date, or milliseconds since 1970; by default that of a file on disk. */
  readonly lastModified?: Date | number | undefined;
  /** The size of a `ReadableStream` in bytes, for `Content-Length`. */
  readonly size?: number | undefined;
  /** Further headers, such as `Cache-Control`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Creates a response with a file. The server evaluates preconditions (RFC 9110 §13) and byte ranges (§14) when it sends the response:
 * 304, 412, 206 and 416. A file on disk is opened when the first byte is sent, read as fast as the client receives it, and
 * closed at the end or when the client disconnects. A `ReadableStream` is sent without ranges.
 *
 * @param source a decoded path relative to `root` if given, a `file:` URL, bytes, a `Blob`, a stream, or a source of ranges
 * @param options name, media type, validators and headers
 * @returns the response, for a handler to return
 * @throws {NotFoundError} if the file does not exist, is not a regular file, or is outside `root`
 * @throws {TypeError} if `etag` or a header contains characters that are not allowed
 *
 * @example
 * ```ts
 * import { file, route } from 'oriel-host';
 * route('report', 'GET /reports/{name}', { handle: ({ params }) => file(params.name, { root: 'reports', download: true }) });
 * const response = await file('package.json');
 * response.headers.get('content-type'); // => 'application/json'
 * ```
 */
export async function file(source: FileSource, options: FileOptions = {}): Promise<HttpResponse> {
  if (typeof source === 'string' || source instanceof URL) return fileOnDisk(source, options);
  const name = options.name ?? getName(source);
  const type = source instanceof Blob && source.type !== '' ? source.type : undefined;
  if (source instanceof Uint8Array) {
    const opaque = options.etag ?? (await hash(source));
    return respond(getBytes(source), source.byteLength, name, type, { ...options, etag: opaque });
  }
  if (source instanceof Blob) return respond(getBlob(source), source.size, name, type, options);
  if (source instanceof ReadableStream) return respond(getStream(source), options.size, name, type, options);
  const read = (start: number, length: number | undefined): MaybePromise<ReadableStream<Uint8Array>> =>
    length === 0 ? getBytes(new Uint8Array()).read(0, 0) : source.read(start, start + length! - 1);
  return respond({ read }, source.size, name, type, options);
}

async function fileOnDisk(source: string | URL, options: FileOptions): Promise<HttpResponse> {
  const { realpath, stat } = await import('node:fs/promises');
  const { fileURLToPath } = await import('node:url');
  try {
    const path = typeof source === 'string' ? source : fileURLToPath(source);
    const found = options.root === undefined ? await realpath(path) : await resolveWithin(options.root, path);
    const stats = await stat(found);
    if (!stats.isFile()) throw fileNotFound();
    const { mtimeMs, size } = stats;
    // A file that changed less than a second ago may change again without another time or size, so its tag is weak.
    const isSettled = Date.now() - mtimeMs >= 1_000;
    const validators = {
      etag: options.etag ?? `${size.toString(36)}-${Math.trunc(mtimeMs * 1000).toString(36)}`,
      lastModified: options.lastModified ?? mtimeMs,
    };
    const all = { ...options, ...validators };
    return respond(
      found,
      size,
      options.name ?? basename(path),
      undefined,
      all,
      !isSettled && options.etag === undefined,
    );
  } catch (error) {
    if (isMissing(error)) throw fileNotFound();
    throw error;
  }
}

function respond(
  body: string | ByteSource,
  length: number | undefined,
  name: string | undefined,
  ownType: string | undefined,
  { contentType, download, etag, lastModified, headers, name: given }: FileOptions,
  isWeak = false,
): HttpResponse {
  const type = contentType ?? ownType ?? getContentType(name ?? '');
  const response = new HttpResponse(200, [], { file: body, start: 0, length });
  response.headers.set('Content-Type', type);
  if (etag !== undefined) {
    if (!OPAQUE.test(etag))
      throw new TypeError(
        `The etag ${JSON.stringify(etag)} contains quotes, spaces or other characters that an ETag cannot have`,
      );
    response.headers.put('ETag', `${isWeak ? 'W/' : ''}"${etag}"`);
  }
  if (lastModified !== undefined) response.headers.put('Last-Modified', formatHttpDate(Number(lastModified)));
  if (download !== undefined && download !== false) {
    const saved = typeof download === 'string' ? download : (name ?? '');
    response.headers.put('Content-Disposition', contentDisposition('attachment', saved));
  } else if (given !== undefined) response.headers.put('Content-Disposition', contentDisposition('inline', given));
  for (const [header, value] of Object.entries(headers ?? {})) response.headers.set(header, value);
  return response;
}

// RFC 9110 §8.8.3
const OPAQUE = /^[\x21\x23-\x7e]*$/;

function getName(source: object): string | undefined {
  return source instanceof File ? source.name : undefined;
}

async function hash(bytes: Uint8Array): Promise<string> {
  const { hash: digest } = await import('node:crypto');
  return digest('sha256', bytes, 'base64url').slice(0, 22);
}

function getBytes(bytes: Uint8Array): ByteSource {
  return {
    read: (start, length = bytes.byteLength) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          if (length > 0) controller.enqueue(bytes.subarray(start, start + length));
          controller.close();
        },
      }),
  };
}

function getBlob(blob: Blob): ByteSource {
  return { read: (start, length = blob.size) => blob.slice(start, start + length).stream() };
}

/** Returns a source of a stream, which has no ranges. */
function getStream(stream: ReadableStream<Uint8Array>): ByteSource {
  return { read: () => stream, discard: () => void (stream.locked || stream.cancel().catch(() => {})) };
}

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
