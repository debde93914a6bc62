import type { Transform } from 'node:stream';
import type { HttpResponse } from '../http/response.ts';
import { chooseCoding } from './content-coding.ts';
import type { Coding } from './content-coding.ts';
import type { CompressionOptions } from './server-options.ts';

/** Which answers are compressed, and how; made once per server. */
export class Compression {
  readonly threshold: number;
  readonly #offered: readonly Coding[];
  // Clients send the same few headers all day.
  readonly #chosen = new Map<string, Coding | undefined>();

  /** @throws {TypeError} when an encoding is unknown */
  constructor({ threshold = 1_024, encodings = CODINGS }: CompressionOptions = {}) {
    const unknown = encodings.find((each) => !CODINGS.includes(each));
    if (unknown !== undefined)
      throw new TypeError(`compression.encodings: "${String(unknown)}" is none of ${CODINGS.join(', ')}`);
    this.threshold = threshold;
    this.#offered = encodings;
  }

  /** The coding for an `Accept-Encoding` header; undefined for none. */
  choose(accept: string | undefined): Coding | undefined {
    if (accept === undefined) return undefined;
    if (this.#chosen.has(accept)) return this.#chosen.get(accept);
    const coding = chooseCoding(accept, this.#offered);
    if (this.#chosen.size >= MOST_CHOSEN) this.#chosen.clear();
    if (accept.length <= LONGEST_KEY) this.#chosen.set(accept, coding);
    return coding;
  }
}

/** The compression that an option stands for; undefined when it is off. */
export function resolveCompression(option: boolean | CompressionOptions | undefined): Compression | undefined {
  if (option === false) return undefined;
  return new Compression(typeof option === 'object' ? option : undefined);
}

/**
 * Could this answer be compressed? Only what shrinks, is whole, was not coded before, and may be transformed. Event
 * streams never: an encoder in the way is what delays them.
 */
export function isCompressible({ status, headers }: HttpResponse): boolean {
  if (status === 206 || headers.has('content-encoding') || headers.has('content-range')) return false;
  const type = headers.get('content-type');
  if (type === undefined || !COMPRESSIBLE.test(type) || EVENT_STREAM.test(type)) return false;
  return !NO_TRANSFORM.test(headers.get('cache-control') ?? '');
}

/** Says in the headers that the body is coded. The bytes are others now (RFC 9110 §8.8.3): a strong `ETag` becomes weak, or names the coding where it is understood. */
export function setContentCoding({ headers, tagTellsCoding }: HttpResponse, coding: Coding): void {
  headers.set('Content-Encoding', coding);
  const tag = headers.get('etag');
  if (tag?.startsWith('"')) headers.set('ETag', tagTellsCoding ? `${tag.slice(0, -1)}+${coding}"` : `W/${tag}`);
}

/**
 * Compresses a whole body. A small one is compressed at once, with little effort because all other requests wait meanwhile; a
 * large one on another thread.
 */
export function compressBuffered(
  body: string | Uint8Array,
  size: number,
  coding: Coding,
): Uint8Array | Promise<Uint8Array> {
  const zlib = loadZlib();
  if (size <= AT_ONCE) {
    if (coding === 'gzip') return zlib.gzipSync(body, { level: 1 });
    if (coding === 'zstd') return zlib.zstdCompressSync(body);
    return zlib.brotliCompressSync(body, brotliOptions(size, 1));
  }
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, coded: Uint8Array) => (error ? reject(error) : resolve(coded));
    if (coding === 'gzip') zlib.gzip(body, done);
    else if (coding === 'zstd') zlib.zstdCompress(body, done);
    else zlib.brotliCompress(body, brotliOptions(size, 4), done);
  });
}

/** Returns whether compression saved enough bytes to be worth undoing: a tenth. */
export function isWorthCompressing(coded: Uint8Array, size: number): boolean {
  return coded.byteLength < size * 0.9;
}

/** An encoder that gives every piece away as soon as it was written, because whoever streams wants it to arrive. */
export function createEncoder(coding: Coding): Transform {
  const zlib = loadZlib();
  const { constants } = zlib;
  if (coding === 'gzip') return zlib.createGzip({ flush: constants.Z_SYNC_FLUSH });
  if (coding === 'zstd') return zlib.createZstdCompress({ flush: constants.ZSTD_e_flush });
  return zlib.createBrotliCompress({ ...brotliOptions(0, 4), flush: constants.BROTLI_OPERATION_FLUSH });
}

const CODINGS: readonly Coding[] = ['br', 'zstd', 'gzip'];
const MOST_CHOSEN = 256;
const LONGEST_KEY = 256;
const AT_ONCE = 32_768;

const COMPRESSIBLE =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript|ecmascript|wasm|manifest|x-ndjson|rtf|graphql)|application\/(?:n-triples|n-quads|trig|json-seq|vnd\.ms-fontobject)|image\/(?:svg\+xml|bmp|x-icon)|font\/(?:ttf|otf))/i;
const EVENT_STREAM = /^text\/event-stream/i;
const NO_TRANSFORM = /\bno-transform\b/i;

// Node has it built in; asking for it only here keeps it out of the start of a host that compresses nothing.
function loadZlib(): typeof import('node:zlib') {
  return process.getBuiltinModule('node:zlib');
}

// Quality 4 compresses better than gzip and takes as long; quality 1 takes a third of that for 15 to 20 % more bytes. The
// default of 11 is meant for files that are compressed once.
function brotliOptions(size: number, quality: number): { params: Record<number, number> } {
  const { constants } = loadZlib();
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size };
  return { params };
}
