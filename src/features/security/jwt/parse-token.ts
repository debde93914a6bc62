import { assertNoDuplicates } from '../../../core/http/json-duplicates.ts';
import { isAlgorithm } from './algorithms.ts';
import type { Algorithm } from './algorithms.ts';

/** A signed token taken apart, not yet believed. */
export interface ParsedToken {
  readonly algorithm: Algorithm;
  readonly keyId: string | undefined;
  readonly type: string | undefined;
  /** The claims as they were sent, not yet read: whoever cannot sign is not worth reading. */
  readonly payload: string;
  /** What was signed: header and payload as they were sent. */
  readonly signed: Buffer;
  readonly signature: Buffer;
}

/** What a token says (RFC 7519 §4). */
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
 * Takes a token in compact form apart (RFC 7515 §7.1), and leaves nothing to interpretation: one spelling of base64url,
 * UTF-8, no member twice, no extension.
 *
 * @returns what is wrong with it, in words, when it is none
 */
export function parseToken(token: string): ParsedToken | string {
  const parts = token.split('.', 4);
  if (parts.length !== 3)
    return `it has ${parts.length === 4 ? 'more than three' : parts.length} parts instead of three`;
  const [first, second, third] = parts as [string, string, string];
  const header = objectOf(first);
  if (header === undefined) return 'its header is no JSON object in base64url';
  const { alg, kid, typ } = header;
  if (!isAlgorithm(alg)) return `its algorithm is ${shown(alg)}`;
  // An extension that must be understood, and none is (RFC 7515 §4.1.11); b64 would change what was signed (RFC 7797).
  if ('crit' in header || 'b64' in header || 'zip' in header) return 'its header asks for an extension';
  if (kid !== undefined && typeof kid !== 'string') return 'its kid is no text';
  if (typ !== undefined && typeof typ !== 'string') return 'its typ is no text';
  const signature = bytesOf(third);
  if (signature === undefined || signature.length === 0) return 'its signature is no base64url';
  const signed = Buffer.from(token.slice(0, first.length + 1 + second.length), 'latin1');
  return { algorithm: alg, keyId: kid, type: typ, payload: second, signed, signature };
}

/** The claims of a token, once its signature is right; undefined when they are no JSON object. */
export function readClaims({ payload }: ParsedToken): Claims | undefined {
  return objectOf(payload);
}

function objectOf(part: string): Record<string, unknown> | undefined {
  const bytes = bytesOf(part);
  if (bytes === undefined) return undefined;
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    assertNoDuplicates(text);
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

// Padding, spaces and bits beyond the last byte would give one token many spellings.
function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 20)}"` : `a ${typeof value}`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
