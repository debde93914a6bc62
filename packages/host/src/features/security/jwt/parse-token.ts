import { assertNoDuplicates } from '../../../http/json-duplicates.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import { isObject } from 'oriel-core/http';

/** The header of a token (RFC 7515 §4) whose signature is not verified yet. */
export interface TokenHeader {
  readonly alg: unknown;
  readonly kid: string | undefined;
  readonly typ: string | undefined;
}

/** The claims of a token (RFC 7519 §4). */
export interface Claims {
  readonly [name: string]: unknown;
  readonly iss?: unknown;
  readonly sub?: unknown;
  readonly aud?: unknown;
  readonly exp?: unknown;
  readonly nbf?: unknown;
  readonly iat?: unknown;
}

/**
 * Reads the header of a token in compact form (RFC 7515 §7.1). This check runs before `jose` and is stricter: each part has
 * exactly one valid spelling in base64url, the header is UTF-8 without duplicate members, and extensions are rejected.
 *
 * @returns the header, or what is wrong with the token
 */
export function readHeader(token: string): TokenHeader | Message {
  const parts = token.split('.', 4);
  if (parts.length !== 3)
    return parts.length === 4
      ? message('token.too-many-parts')
      : message('token.wrong-number-of-parts', { count: parts.length });
  const [first, second, third] = parts as [string, string, string];
  const header = readObject(first);
  if (header === undefined) return message('token.invalid-header');
  const { alg, kid, typ } = header;
  // Critical extensions have to be understood (RFC 7515 §4.1.11), and b64 changes the signed content (RFC 7797).
  if ('crit' in header || 'b64' in header || 'zip' in header) return message('token.extension-required');
  if (kid !== undefined && typeof kid !== 'string') return message('token.invalid-kid');
  if (typ !== undefined && typeof typ !== 'string') return message('token.invalid-typ');
  if (decode(second) === undefined) return message('token.invalid-payload');
  if (third === '' || decode(third) === undefined) return message('token.invalid-signature-encoding');
  return { alg, kid, typ };
}

/** Reads the claims of a token without verifying it. Returns undefined if they are not a JSON object without duplicates. */
export function readClaims(token: string): Claims | undefined {
  return readObject(token.split('.', 2)[1] ?? '');
}

function readObject(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decode(part);
  if (bytes === undefined) return undefined;
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    assertNoDuplicates(text);
    return value;
  } catch {
    return undefined;
  }
}

// Padding, spaces and bits after the last byte would allow several spellings of one token.
function decode(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
