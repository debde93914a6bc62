import { MASK } from 'oriel-core/redaction';
import { isToken } from 'oriel-core/http';
import type { Profile, RecordedBody } from '../../profile/profile.ts';
import { Placeholders } from './placeholders.ts';
import type { Piece } from 'oriel-core/cli';

/** A recorded request that can be sent again, with notes on what is missing. */
export interface RepeatableRequest {
  readonly method: string;
  /** `http://localhost:8000`. */
  readonly origin: string;
  /** Request target, with variables for masked values. */
  readonly target: readonly Piece[];
  readonly version: string;
  readonly headers: readonly RepeatableHeader[];
  readonly body: RepeatableBody;
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

/**
 * Converts a recorded request. Returns undefined if it was recorded without an absolute URL or with an invalid method.
 */
export function toRepeatableRequest({ data, summary }: Profile): RepeatableRequest | undefined {
  const { request } = data;
  const [, origin, rest] = /^(https?:\/\/[^/?#\s]+)(.*)$/is.exec(request.url) ?? [];
  if (origin === undefined || !METHOD.test(request.method)) return undefined;
  const target = summary.path === '*' ? '*' : rest === '' ? '/' : rest!;
  const placeholders = new Placeholders();
  const notes: string[] = [];
  const authority = origin.slice(origin.indexOf('//') + 2);
  const sendable = request.headers.filter(([name]) => isToken(name));
  // Clients derive the Host header from the URL.
  const headers = sendable.filter(([name, value]) => name.toLowerCase() !== 'host' || value !== authority);
  if (sendable.length < request.headers.length) notes.push('A header with an invalid name is omitted.');
  const isEmpty = headers.some(([name, value]) => name.toLowerCase() === 'content-length' && value.trim() === '0');
  const hadBody = !isEmpty && headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  return {
    method: request.method,
    origin,
    version: request.version,
    target: placeholders.split(target, 'url'),
    headers: headers
      .filter(([name]) => isEmpty || !FRAMING.test(name))
      .map(([name, value]) => ({ name, value: placeholders.split(value, name) })),
    body: convertBody(request.body, hadBody, placeholders, notes),
    notes: [...placeholders.notes, ...notes],
  };
}

// A token (RFC 9110 §5.6.2) that is also safe on a command line.
const METHOD = /^[A-Za-z][\w-]{0,40}$/;
const FRAMING = /^(?:content-length|transfer-encoding)$/i;

function convertBody(
  body: RecordedBody | undefined,
  hadBody: boolean,
  placeholders: Placeholders,
  notes: string[],
): RepeatableBody {
  if (!body || body.size === 0) {
    if (!hadBody) return { kind: 'none' };
    notes.push('The body was not recorded, because the host did not read it.');
    return { kind: 'lost' };
  }
  if (!body.redacted && (body.digest !== undefined || body.kept !== body.size)) {
    notes.push(`Only ${body.kept} of ${body.size} bytes of the body were recorded.`);
    return { kind: 'lost' };
  }
  if (!body.redacted)
    return body.encoding === 'base64' ? { kind: 'bytes', base64: body.content } : encodeText(body.content);
  // Masking changes the size, so only the digest shows that the body was truncated.
  if (body.encoding === 'text' && body.digest === undefined && body.content.includes(MASK))
    return { kind: 'text', pieces: placeholders.split(body.content, 'body') };
  notes.push('Secrets in the body were masked when it was recorded.');
  return { kind: 'lost' };
}

// NUL characters and long text cannot be command line arguments.
function encodeText(content: string): RepeatableBody {
  if (content.includes('\0') || content.length > MAX_ARGUMENT_LENGTH)
    return { kind: 'bytes', base64: Buffer.from(content).toString('base64') };
  return { kind: 'text', pieces: [content] };
}

const MAX_ARGUMENT_LENGTH = 24_000;
