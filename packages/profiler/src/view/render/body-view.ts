import { tryRead } from 'oriel-core/errors';
import { parseMediaType } from 'oriel-core/http';
import type { RecordedBody } from '../../profile/profile.ts';
import { formatBytes } from './format.ts';
import { isUtf8 } from 'node:buffer';

/** A decoded body for display, with bounded size. */
export type DecodedBody = DecodedContent & {
  readonly type: string;
  readonly size: number;
  /** For example `kept 64 KB of 3.1 MB, sha-256 ab12…`; undefined if the body is complete. */
  readonly cut: string | undefined;
  /** Whether secrets were masked, so that the body differs from the one sent. */
  readonly redacted: boolean;
};

export type DecodedContent =
  | { readonly kind: 'empty' }
  /** `text` as sent, `pretty` indented; undefined if the body is truncated or invalid. */
  | {
      readonly kind: 'json';
      readonly text: string;
      readonly pretty: string | undefined;
      readonly problem: string | undefined;
    }
  | {
      readonly kind: 'form';
      readonly fields: readonly (readonly [name: string, value: string])[];
      readonly more: number;
    }
  | { readonly kind: 'multipart'; readonly parts: readonly BodyPart[]; readonly more: number }
  | { readonly kind: 'text'; readonly text: string }
  /** Only formats that cannot contain scripts; others are shown in hexadecimal. */
  | { readonly kind: 'image'; readonly mediaType: string; readonly base64: string }
  | { readonly kind: 'hex'; readonly lines: readonly string[]; readonly more: number };

/**
 * Decodes a recorded body for display.
 */
export function decodeBody(body: RecordedBody | undefined): DecodedBody {
  if (body === undefined) return { kind: 'empty', type: '', size: 0, cut: undefined, redacted: false };
  const isCut = isTruncated(body);
  const digest = body.digest === undefined ? '' : `, sha-256 ${body.digest}`;
  const cut = isCut ? `kept ${formatBytes(body.kept)} of ${formatBytes(body.size)}${digest}` : undefined;
  return { ...decodeContent(body, isCut), type: body.type, size: body.size, cut, redacted: body.redacted };
}

/** Returns whether only the beginning of a body was stored. Masking changes the size. */
export function isTruncated({ digest, redacted, kept, size }: RecordedBody): boolean {
  return digest !== undefined || (!redacted && kept < size);
}

const MAX_FIELDS = 500;
const MAX_PRETTY_LENGTH = 256 * 1024;
/** The images that cannot contain scripts. */
export const SAFE_IMAGES = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
const JSON_NAME = /[/+]json$/;

function decodeContent(body: RecordedBody, isCut: boolean): DecodedContent {
  if (body.content === '') return { kind: 'empty' };
  const media = parseMediaType(body.type);
  const name = media ? `${media.type}/${media.subtype}` : '';
  if (media?.type === 'multipart') {
    const text =
      body.encoding === 'text'
        ? Buffer.from(body.content).toString('latin1')
        : Buffer.from(body.content, 'base64').toString('latin1');
    const parts = parseMultipart(text, media.parameters.get('boundary') ?? '');
    if (parts) return { kind: 'multipart', ...parts };
  }
  const text = body.encoding === 'text' ? body.content : decodeText(body.content, media?.parameters.get('charset'));
  if (text === undefined) {
    if (SAFE_IMAGES.test(name) && !isCut) return { kind: 'image', mediaType: name, base64: body.content };
    return { kind: 'hex', ...formatHexDump(Buffer.from(body.content, 'base64')) };
  }
  if (name === 'application/x-www-form-urlencoded') return decodeForm(text);
  if (JSON_NAME.test(name) || (name === '' && /^\s*[[{]/.test(text))) return decodeJson(text, isCut);
  return { kind: 'text', text };
}

function decodeJson(text: string, isCut: boolean): DecodedContent {
  if (isCut || text.length > MAX_PRETTY_LENGTH) return { kind: 'json', text, pretty: undefined, problem: undefined };
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    // Deep nesting would produce pages of spaces, and parsing must not change the digits of a number.
    const isFaithful = pretty.length <= 4 * text.length + 1000 && !LOSSY_NUMBER.test(text.replace(STRINGS, '""'));
    return { kind: 'json', text, pretty: isFaithful ? pretty : undefined, problem: undefined };
  } catch (error) {
    return {
      kind: 'json',
      text,
      pretty: undefined,
      problem: error instanceof SyntaxError ? error.message.slice(0, 300) : 'nested too deeply',
    };
  }
}

const STRINGS = /"(?:[^"\\]|\\.)*"/g;
// Numbers that parsing may change: 16 digits or more, exponents, trailing zeros and negative zero.
const LOSSY_NUMBER = /\d{16}|\d[eE][+-]?\d|\d\.\d*0(?:[,\s}\]]|$)|-0(?:[,\s}\]]|$)/;

function decodeForm(text: string): DecodedContent {
  const fields = [...new URLSearchParams(text)];
  return { kind: 'form', fields: fields.slice(0, MAX_FIELDS), more: Math.max(0, fields.length - MAX_FIELDS) };
}

// Text in other encodings than UTF-8 is stored as bytes.
function decodeText(base64: string, charset: string | undefined): string | undefined {
  if (charset === undefined || /^utf-?8$/i.test(charset)) return undefined;
  return tryRead(() => new TextDecoder(charset, { fatal: true }).decode(Buffer.from(base64, 'base64')), undefined);
}

interface BodyPart {
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly size: number;
  /** Content if it is UTF-8 text, at most 8 KB. */
  readonly text: string | undefined;
}

/** Parses a multipart body, a string with one character per byte. Returns undefined if it does not contain the boundary. */
function parseMultipart(body: string, boundary: string): { parts: BodyPart[]; more: number } | undefined {
  if (boundary === '' || !body.includes(`--${boundary}`)) return undefined;
  const pieces = body
    .split(`--${boundary}`, MAX_PARTS + 2)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'));
  return { parts: pieces.slice(0, MAX_PARTS).map(parsePart), more: Math.max(0, pieces.length - MAX_PARTS) };
}

/** Formats bytes as a hex dump, `00000000  48 65 …  He…`, sixteen bytes per line. */
function formatHexDump(bytes: Buffer): { lines: string[]; more: number } {
  const lines: string[] = [];
  const end = Math.min(bytes.length, MAX_HEX_BYTES);
  for (let offset = 0; offset < end; offset += 16) {
    const row = bytes.subarray(offset, Math.min(offset + 16, end));
    const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.toString('latin1').replace(/[^\x20-\x7e]/g, '.');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  return { lines, more: bytes.length - end };
}

const MAX_PARTS = 100;
const MAX_HEX_BYTES = 3_584;
const MAX_TEXT_LENGTH = 8_192;

function parsePart(piece: string): BodyPart {
  const gap = /\r?\n\r?\n/.exec(piece);
  const head = decodeUtf8(gap ? piece.slice(0, gap.index) : piece).slice(0, 8_192);
  const content = gap ? piece.slice(gap.index + gap[0].length).replace(/\r?\n$/, '') : '';
  const bytes = Buffer.from(content, 'latin1');
  const isText = isUtf8(bytes) && !bytes.includes(0);
  return {
    name: findParameter(head, 'name'),
    filename: findParameter(head, 'filename'),
    type: /^content-type:[ \t]*([^\r\n]{1,200})/im.exec(head)?.[1]?.trim(),
    size: bytes.length,
    text: isText ? bytes.toString().slice(0, MAX_TEXT_LENGTH) : undefined,
  };
}

function findParameter(head: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`[;\\s]${name}=(?:"([^"\\r\\n]*)"|([^;\\s"]+))`, 'i').exec(head) ?? [];
  return quoted ?? bare;
}

function decodeUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
