import { MASK } from '../../core/http/sensitive.ts';
import type { Profile, RecordedBody } from '../profile.ts';
import { Placeholders } from './placeholders.ts';
import type { Piece } from './placeholders.ts';

/** A recorded request as it can be sent again, and what is missing for that. */
export interface RepeatableRequest {
  readonly method: string;
  /** `http://localhost:8000`. */
  readonly origin: string;
  /** What stands in the request line, secrets replaced. */
  readonly target: readonly Piece[];
  readonly version: string;
  readonly headers: readonly RepeatableHeader[];
  readonly body: RepeatableBody;
  /** One sentence for each thing that is not as it was; plain words without anything that was recorded. */
  readonly notes: readonly string[];
}

export interface RepeatableHeader {
  readonly name: string;
  readonly value: readonly Piece[];
}

/** `lost`: there was one, but it was not kept as it was; it has to be brought. */
export type RepeatableBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'bytes'; readonly base64: string };

/**
 * What it takes to send a request again. Undefined when it was recorded without an absolute address, or with a method
 * that is none.
 */
export function toRepeatableRequest({ data, summary }: Profile): RepeatableRequest | undefined {
  const { request } = data;
  const [, origin, rest] = /^(https?:\/\/[^/?#\s]+)(.*)$/is.exec(request.url) ?? [];
  if (origin === undefined || !METHOD.test(request.method)) return undefined;
  const target = summary.path === '*' ? '*' : rest === '' ? '/' : rest!;
  const names = new Placeholders();
  const missing: string[] = [];
  const authority = origin.slice(origin.indexOf('//') + 2);
  const sendable = request.headers.filter(([name]) => isSendable(name));
  // Every client says the host it is sent to.
  const headers = sendable.filter(([name, value]) => name.toLowerCase() !== 'host' || value !== authority);
  if (sendable.length < request.headers.length) missing.push('A header was left out, because its name is none.');
  const isEmpty = headers.some(([name, value]) => name.toLowerCase() === 'content-length' && value.trim() === '0');
  const hadBody = !isEmpty && headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  return {
    method: request.method,
    origin,
    version: request.version,
    target: names.split(target, 'url'),
    headers: headers
      .filter(([name]) => isEmpty || !FRAMING.test(name))
      .map(([name, value]) => ({ name, value: names.split(value, name) })),
    body: bodyOf(request.body, hadBody, names, missing),
    notes: [...names.notes, ...missing],
  };
}

// Names of methods and headers are tokens (RFC 9110 §5.6.2); a method is also a word on a command line.
const METHOD = /^[A-Za-z][\w-]{0,40}$/;
const FRAMING = /^(?:content-length|transfer-encoding)$/i;

function isSendable(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

function bodyOf(
  body: RecordedBody | undefined,
  hadBody: boolean,
  names: Placeholders,
  missing: string[],
): RepeatableBody {
  if (!body || body.size === 0) {
    if (!hadBody) return { kind: 'none' };
    missing.push('The body was not recorded, because nobody read it.');
    return { kind: 'lost' };
  }
  if (!body.redacted && (body.digest !== undefined || body.kept !== body.size)) {
    missing.push(`Of the body only ${body.kept} of ${body.size} bytes were recorded.`);
    return { kind: 'lost' };
  }
  if (!body.redacted)
    return body.encoding === 'base64' ? { kind: 'bytes', base64: body.content } : textOf(body.content);
  // With secrets taken out the sizes differ anyway; only the digest tells that it was cut as well.
  if (body.encoding === 'text' && body.digest === undefined && body.content.includes(MASK))
    return { kind: 'text', pieces: names.split(body.content, 'body') };
  missing.push('Secrets were taken out of the body when it was recorded.');
  return { kind: 'lost' };
}

// What no shell can hold in a word, and what is longer than one may be, travels as bytes.
function textOf(content: string): RepeatableBody {
  if (content.includes('\0') || content.length > LONGEST_WORD)
    return { kind: 'bytes', base64: Buffer.from(content).toString('base64') };
  return { kind: 'text', pieces: [content] };
}

const LONGEST_WORD = 24_000;
