import { brotliDecompressSync, constants, inflateRawSync, unzipSync } from 'node:zlib';
import { zstdDecompressSync } from '../optional-modules.ts';
import type { BrotliOptions, ZlibOptions, ZstdOptions } from 'node:zlib';

/** The decoded beginning of a body. */
export interface DecodedBody {
  readonly bytes: Uint8Array;
  /** The size of the decoded body; of a body that was decoded in part, a lower bound that is greater than its decoded part. */
  readonly size: number;
}

/**
 * Decodes the first bytes of a compressed body, which may be all of them. Returns undefined if the coding is unknown, or if the
 * bytes have another one.
 *
 * @param isWhole whether `bytes` are the whole body
 * @param cap the most bytes that are returned
 */
export function decodeBody(bytes: Uint8Array, coding: string, isWhole: boolean, cap: number): DecodedBody | undefined {
  const codec = CODECS.get(coding.trim().toLowerCase());
  if (codec === undefined) return undefined;
  const maxOutputLength = Math.max(cap * 8, MIN_OUTPUT);
  const decoded = isWhole ? attempt(() => codec.decode(bytes, { maxOutputLength })) : INVALID;
  if (typeof decoded === 'object') return { bytes: firstBytes(decoded, cap), size: decoded.length };
  let isLarge = decoded === TOO_LARGE;
  const options = { maxOutputLength, finishFlush: codec.flush };
  let length = isLarge ? bytes.length >> SHRINK : bytes.length;
  for (let tries = isLarge ? 1 : 0; tries < codec.tries; tries++, length >>= SHRINK) {
    const part = attempt(() => codec.decode(bytes.subarray(0, length), options));
    if (part === INVALID) return undefined;
    if (part === TOO_LARGE) isLarge = true;
    else return { bytes: firstBytes(part, cap), size: Math.max(part.length, isLarge ? maxOutputLength : 0) + 1 };
  }
  return undefined;
}

// A copy, because the rest of a long body would stay in memory.
function firstBytes(bytes: Uint8Array, cap: number): Uint8Array {
  return bytes.length <= cap ? bytes : new Uint8Array(bytes.subarray(0, cap));
}

type Options = ZlibOptions & BrotliOptions & ZstdOptions;

interface Codec {
  readonly decode: (bytes: Uint8Array, options: Options) => Uint8Array;
  /** Makes a body that ends early valid. */
  readonly flush: number;
  /** How often a beginning is decoded until it is short enough. */
  readonly tries: number;
}

const GZIP: Codec = { decode: unzipSync, flush: constants.Z_SYNC_FLUSH, tries: 4 };

const CODECS: ReadonlyMap<string, Codec> = new Map<string, Codec>([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  // RFC 9110 §8.4.1.2: the zlib format; some servers send the data without its header.
  [
    'deflate',
    { ...GZIP, decode: (bytes, options) => (hasZlibHeader(bytes) ? unzipSync : inflateRawSync)(bytes, options) },
  ],
  // A few bytes may decode to many megabytes, each time.
  ['br', { decode: brotliDecompressSync, flush: constants.BROTLI_OPERATION_FLUSH, tries: 2 }],
  ...zstdCodec(),
]);

function zstdCodec(): [string, Codec][] {
  if (zstdDecompressSync === undefined) return [];
  return [['zstd', { decode: zstdDecompressSync, flush: constants.ZSTD_e_flush, tries: 4 }]];
}

// Node.js returns nothing of a body that exceeds the maximum, so a shorter part of it is decoded: an eighth.
const SHRINK = 3;
// Much more than a byte of `gzip` or a block of `zstd` can add, so that one of the lengths fits.
const MIN_OUTPUT = 1_048_576;
const TOO_LARGE = 'too large';
const INVALID = 'invalid';

function attempt(decode: () => Uint8Array): Uint8Array | typeof TOO_LARGE | typeof INVALID {
  try {
    return decode();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : INVALID;
  }
}

function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
