import { tryRead } from 'oriel-core/errors';
import { MASK } from 'oriel-core/redaction';
import { isToken } from 'oriel-core/http';
import type { ProfileSummary, RecordedBody, RecordedRequest } from '../../profile/profile.ts';
import { findHeader } from '../../profile/recorded-values.ts';
import { isTruncated } from '../render/body-view.ts';
import { Placeholders } from './placeholders.ts';
import type { MaskedValue } from './placeholders.ts';
import type { Piece } from 'oriel-core/cli';

/** A recorded request that can be sent again, with notes on what is missing. */
export interface RepeatableRequest {
  readonly method: string;
  /** `http://localhost:8000`. */
  readonly origin: string;
  /** Request target, with variables for masked values. */
  readonly target: readonly Piece[];
  readonly version: string;
  /** All header lines that have a valid name. */
  readonly lines: readonly RepeatableHeader[];
  /** The headers without those that a client derives from the URL and the body. */
  readonly headers: readonly RepeatableHeader[];
  readonly body: RepeatableBody;
  readonly masked: readonly MaskedValue[];
  /** Differences from the recorded request, as sentences without recorded text. */
  readonly notes: readonly string[];
}

export interface RepeatableHeader {
  readonly name: string;
  readonly value: readonly Piece[];
}

/** The body. `lost` means that it was not stored completely and has to be supplied. */
export type RepeatableBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'bytes'; readonly base64: string };

/** What is read of a profile. Requests of an HTTP Archive have no more. */
export interface RepeatableSource {
  readonly summary: Pick<ProfileSummary, 'token' | 'path'>;
  readonly data: { readonly request: RepeatableMessage };
}

type RepeatableMessage = Pick<RecordedRequest, 'method' | 'url' | 'version' | 'headers' | 'body'>;

/**
 * Converts a recorded request. Returns undefined if it was recorded without an absolute URL or with an invalid method.
 */
export function toRepeatableRequest(profile: RepeatableSource): RepeatableRequest | undefined {
  const { request } = profile.data;
  const { origin, target } = splitRecordedUrl(profile);
  if (origin === undefined || !METHOD.test(request.method)) return undefined;
  const placeholders = new Placeholders();
  const notes: string[] = [];
  const authority = origin.slice(origin.indexOf('//') + 2);
  const isDecoded = hasDecodedBody(request);
  if (isDecoded) notes.push('The compressed body is sent decoded, without Content-Encoding.');
  const pieces = placeholders.split(target, 'url');
  const lines = request.headers
    .filter(([name]) => isToken(name) && !(isDecoded && name.toLowerCase() === 'content-encoding'))
    .map(([name, value]) => ({ name, value: placeholders.split(value, name) }));
  if (!request.headers.every(([name]) => isToken(name))) notes.push('A header with an invalid name is omitted.');
  const isAuthority = ({ value }: RepeatableHeader): boolean => value.length === 1 && value[0] === authority;
  return {
    method: request.method,
    origin,
    version: request.version,
    target: pieces,
    lines,
    headers: lines.filter((line) => !FRAMING.test(line.name) && !(HOST.test(line.name) && isAuthority(line))),
    body: convertBody(request, placeholders, notes),
    masked: placeholders.masked,
    notes,
  };
}

/** Returns the origin and the target of a recorded URL. The origin is undefined if it has no host, as that of HTTP/1.0 without `Host`. */
export function splitRecordedUrl({ data, summary }: RepeatableSource): { origin: string | undefined; target: string } {
  const [, scheme, authority, rest] = /^(https?:\/\/)([^/?#\s]*)(.*)$/is.exec(data.request.url) ?? [];
  // The URL of `OPTIONS *` is `http://localhost:8000*`.
  const isServer = summary.path === '*' && (rest === '' || rest === '/*');
  const host = isServer && rest === '' ? authority?.replace(/\*$/, '') : authority;
  const origin = host ? `${scheme}${host}` : undefined;
  return { origin, target: isServer ? '*' : rest?.startsWith('/') ? rest : `/${rest ?? ''}` };
}

// A token (RFC 9110 §5.6.2) that is also safe on a command line.
const METHOD = /^[A-Za-z][\w-]{0,40}$/;
const FRAMING = /^(?:content-length|transfer-encoding)$/i;
const HOST = /^host$/i;

// A body that cannot be decoded has no content.
function hasDecodedBody({ headers, body }: RepeatableMessage): boolean {
  const coding = findHeader(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  return coding !== '' && coding !== 'identity' && body?.encoding === 'text' && body.content !== '';
}

function convertBody(
  { headers, body }: RepeatableMessage,
  placeholders: Placeholders,
  notes: string[],
): RepeatableBody {
  const isLost = (reason: string): RepeatableBody => {
    notes.push(reason);
    return { kind: 'lost' };
  };
  if (body?.size === 0) return { kind: 'none' };
  if (!body) {
    const isEmpty =
      findHeader(headers, 'content-length')?.trim() === '0' || !headers.some(([name]) => FRAMING.test(name));
    return isEmpty ? { kind: 'none' } : isLost('The body was not recorded, because the host did not read it.');
  }
  // Masking changes the size, so only the digest shows that the body was truncated.
  if (isTruncated(body)) return isLost(`Only ${body.kept} of ${body.size} bytes of the body were recorded.`);
  if (body.encoding === 'base64') return { kind: 'bytes', base64: body.content };
  if (!body.redacted) return encodeText(body) ?? isLost('The character set of the body is not supported.');
  // Characters of a multipart body that are not ASCII count as masked, as files that are not text are.
  if (/^multipart\//i.test(body.type)) {
    if (LOST_PART.test(body.content)) return isLost('A file in the body was not recorded.');
  } else if (!body.content.includes(MASK)) return isLost('Secrets in the body were masked when it was recorded.');
  return { kind: 'text', pieces: placeholders.split(body.content, 'body') };
}

// What `redact-multipart.ts` records of parts that are not text, or too many.
const LOST_PART = /\(\d+ bytes, SHA-256 [\da-f]{64}\)|\(further parts are not recorded\)/;

// NUL characters and long text cannot be command line arguments.
function encodeText({ content, type, size }: RecordedBody): RepeatableBody | undefined {
  const bytes = encodeCharacters(content, type, size);
  if (bytes === undefined) return undefined;
  const isUtf8 = bytes.length === Buffer.byteLength(content);
  if (!isUtf8 || content.includes('\0') || content.length > MAX_ARGUMENT_LENGTH)
    return { kind: 'bytes', base64: bytes.toString('base64') };
  return { kind: 'text', pieces: [content] };
}

/** Encodes a text as it was received. Returns undefined if its character set is unknown, or has several bytes for a character. */
function encodeCharacters(text: string, type: string, size: number): Buffer | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length === size) return bytes;
  if (text.length !== size) return undefined;
  if (/^multipart\//i.test(type)) return Buffer.from(text, 'latin1');
  const [, charset] = /;\s*charset="?([\w-]{1,40})/i.exec(type) ?? [];
  const decoder = charset === undefined ? undefined : tryRead(() => new TextDecoder(charset), undefined);
  if (decoder === undefined) return undefined;
  const byCharacter = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  const codes = Array.from(text, (character) => byCharacter.get(character) ?? -1);
  return codes.includes(-1) ? undefined : Buffer.from(codes);
}

const MAX_ARGUMENT_LENGTH = 24_000;
