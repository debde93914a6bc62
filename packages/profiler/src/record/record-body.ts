import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { memoizeText } from 'oriel-core/http';
import type { RecordedBody } from '../profile/profile.ts';

/** The default number of bytes that are stored of each body. */
export const DEFAULT_BODY_CAP = 65_536;

/**
 * Records a body: redacted first and truncated afterwards, so that a secret across the cut is found. Of a binary body, only
 * the size and the digest are stored.
 *
 * @param cap the maximum number of bytes of the result
 * @param redact redacts a text with this media type; the text of a multipart body has one character per byte
 * @param original the size, and the digest if known, when only the first bytes are available
 */
export function recordBody(
  body: Uint8Array | string,
  type: string,
  cap: number,
  redact: (text: string, type: string) => string,
  original?: WholeBody,
): RecordedBody {
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const size = Math.max(original?.size ?? 0, bytes.length);
  // Reads far enough beyond the cut to recognise a secret that begins before it.
  const isCut = size > cap;
  const read = isCut ? bytes.subarray(0, cap + READ_AHEAD) : bytes;
  const endsEarly = read.length < size;
  const text = decode(endsEarly ? withoutPartialCharacter(read) : read, type);
  const digest = isCut || endsEarly || text === undefined ? computeDigest(bytes, size, original) : undefined;
  if (text === undefined) return { type, encoding: 'base64', content: '', size, kept: 0, digest, redacted: false };
  const content = redact(text, type);
  const redacted = content !== text;
  if (!isCut && !endsEarly) {
    const keptBytes = redacted ? Buffer.byteLength(content) : size;
    return { type, encoding: 'text', content, size, kept: keptBytes, digest, redacted };
  }
  const result = Buffer.from(content);
  const beginning = cutTo(result, endsEarly ? Math.min(cap, lengthWithoutLastRun(result)) : cap);
  return { type, encoding: 'text', content: beginning.toString(), size, kept: beginning.length, digest, redacted };
}

const READ_AHEAD = 16_384;

/** How a body is read, by its media type. */
export type BodyKind = 'text' | 'form' | 'multipart' | 'binary';

/** Returns how a body is read. */
export const findBodyKind = memoizeText(
  (type): BodyKind => {
    const name = type.split(';', 1)[0]!.trim().toLowerCase();
    if (name === 'application/x-www-form-urlencoded') return 'form';
    if (name.startsWith('multipart/')) return 'multipart';
    return name !== 'image/svg+xml' && BINARY.test(name) ? 'binary' : 'text';
  },
  { entries: 200, length: 100 },
);

const BINARY =
  /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|pdf|wasm|zstd|x-7z-compressed|x-tar|(?:x-|vnd\.)?msgpack|(?:x-|vnd\.google\.)?protobuf|grpc.*|cbor|bson|avro|thrift)$/;

// Returns undefined for bytes that are no text, although their type may be one.
function decode(bytes: Buffer, type: string): string | undefined {
  const kind = findBodyKind(type);
  if (kind === 'binary') return undefined;
  if (kind === 'multipart') return bytes.toString('latin1');
  if (isUtf8(bytes)) return bytes.includes(0) && !type.includes('json') ? undefined : bytes.toString();
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]{1,40})/i.exec(type) ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The size of a body of which only the first bytes are available, and its digest if known. */
export interface WholeBody {
  readonly size: number;
  readonly digest?: string | undefined;
}

/** Returns the length without the last run of characters, which may be the first half of a secret. */
function lengthWithoutLastRun(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < MAX_RUN_LENGTH && !BREAKS.has(bytes[end - 1]!)) end--;
  return end;
}

/** Returns the first bytes of a body, without a partial character at the end of a text. */
function cutTo(bytes: Buffer, cap: number): Buffer {
  return withoutPartialCharacter(bytes.subarray(0, Math.max(0, cap)));
}

/** Removes an incomplete UTF-8 character from the end. */
function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Returns the SHA-256 digest of the whole body, if it is known or all bytes are there. */
function computeDigest(bytes: Buffer, size: number, original: WholeBody | undefined): string | undefined {
  if (original?.digest !== undefined) return original.digest;
  return bytes.length === size ? createHash('sha256').update(bytes).digest('hex') : undefined;
}

const MAX_RUN_LENGTH = 8_192;
const BREAKS = new Set(Buffer.from(' \t\r\n"\'&,;<>(){}[]='));
