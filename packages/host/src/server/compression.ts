import type { Transform } from 'node:stream';
import { chooseCoding, memoizeText } from 'oriel-core/http';
import type { Coding, HttpResponse } from 'oriel-core/http';
import { once } from 'node:events';

const CODINGS: readonly Coding[] = ['br', 'zstd', 'gzip'];

/** The size in bytes from which bodies are compressed. */
export const COMPRESSION_THRESHOLD = 1_024;

// Clients send few different values.
const choose = memoizeText((accept) => chooseCoding(accept, CODINGS) ?? null, { entries: 256, length: 256 });

/** Returns the coding for an `Accept-Encoding` header; undefined for identity. */
export function chooseContentCoding(accept: string | undefined): Coding | undefined {
  return accept === undefined ? undefined : (choose(accept) ?? undefined);
}

/**
 * Whether a response may be compressed: it has a compressible type, is complete, is not encoded and allows transformation.
 * Event streams are never compressed, because buffering delays events.
 */
export function isCompressible({ status, headers }: HttpResponse): boolean {
  if (status === 206 || headers.has('content-encoding') || headers.has('content-range')) return false;
  const type = headers.get('content-type');
  if (type === undefined || !COMPRESSIBLE.test(type) || EVENT_STREAM.test(type)) return false;
  return !NO_TRANSFORM.test(headers.get('cache-control') ?? '');
}

/**
 * Sets the headers of a compressed response. A strong `ETag` becomes weak, or gets the coding as a suffix, because the bytes
 * differ (RFC 9110 §8.8.3).
 */
export function setContentCoding(response: HttpResponse, coding: Coding): void {
  const { headers, hasCodingSuffix } = response;
  headers.set('Content-Encoding', coding);
  if (!hasCodingSuffix) return weakenTag(response);
  const tag = headers.get('etag');
  if (tag?.startsWith('"')) headers.set('ETag', `${tag.slice(0, -1)}+${coding}"`);
}

/** Makes the `ETag` of a response weak. */
export function weakenTag({ headers }: HttpResponse): void {
  const tag = headers.get('etag');
  if (tag?.startsWith('"')) headers.set('ETag', `W/${tag}`);
}

/**
 * Compresses a buffered body: a small one synchronously with a low level, a large one on another thread.
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

/** Creates an encoder that flushes each chunk. */
export function createEncoder(coding: Coding): Transform {
  const zlib = loadZlib();
  const { constants } = zlib;
  if (coding === 'gzip') return zlib.createGzip({ flush: constants.Z_SYNC_FLUSH });
  if (coding === 'zstd') return zlib.createZstdCompress({ flush: constants.ZSTD_e_flush });
  return zlib.createBrotliCompress({ ...brotliOptions(0, 4), flush: constants.BROTLI_OPERATION_FLUSH });
}

const AT_ONCE = 32_768;

const COMPRESSIBLE =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript|ecmascript|wasm|manifest|x-ndjson|rtf|graphql)|application\/(?:n-triples|n-quads|trig|json-seq|vnd\.ms-fontobject)|image\/(?:svg\+xml|bmp|x-icon)|font\/(?:ttf|otf))/i;
const EVENT_STREAM = /^text\/event-stream/i;
const NO_TRANSFORM = /\bno-transform\b/i;

// Loaded on demand, so that hosts without compression start faster.
function loadZlib(): typeof import('node:zlib') {
  return process.getBuiltinModule('node:zlib');
}

// Quality 4 is as fast as gzip and compresses better; quality 1 is faster with a lower ratio. The default of 11 is for files
// that are compressed once.
function brotliOptions(size: number, quality: number): { params: Record<number, number> } {
  const { constants } = loadZlib();
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size };
  return { params };
}

/**
 * Compresses a stream. Each chunk is flushed at once, the source is read only on demand, and canceling the result cancels the
 * source.
 */
export function compressStream(source: ReadableStream<Uint8Array>, coding: Coding): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const encoder = createEncoder(coding);
  let coded: Uint8Array[] = [];
  encoder.on('data', (piece: Uint8Array) => coded.push(piece));
  // Write callbacks report the errors; without a listener, the event would end the process.
  encoder.on('error', () => {});

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (coded.length === 0) {
          const { done, value } = await reader.read();
          await (done ? end(encoder) : write(encoder, value));
          // Without a flush, the encoder would buffer the chunk until the next one.
          while (encoder.read() !== null);
          for (const piece of coded) controller.enqueue(piece);
          if (done) return controller.close();
        }
        coded = [];
      },
      cancel(reason) {
        encoder.destroy();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function write(encoder: Transform, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

async function end(encoder: Transform): Promise<void> {
  const ended = once(encoder, 'end');
  encoder.end();
  await ended;
}
