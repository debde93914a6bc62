import { isUtf8 } from 'node:buffer';

/** A part of a multipart body. */
export interface BodyPart {
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly size: number;
  /** Content if it is UTF-8 text, at most 8 KB. */
  readonly text: string | undefined;
}

/** Parses a multipart body, a string with one character per byte. Returns undefined if it does not contain the boundary. */
export function parseMultipart(body: string, boundary: string): { parts: BodyPart[]; more: number } | undefined {
  if (boundary === '' || !body.includes(`--${boundary}`)) return undefined;
  const pieces = body
    .split(`--${boundary}`, MAX_PARTS + 2)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'));
  return { parts: pieces.slice(0, MAX_PARTS).map(parsePart), more: Math.max(0, pieces.length - MAX_PARTS) };
}

/** Formats bytes as a hex dump, `00000000  48 65 …  He…`, sixteen bytes per line. */
export function formatHexDump(bytes: Buffer): { lines: string[]; more: number } {
  const lines: string[] = [];
  const end = Math.min(bytes.length, MAX_HEX_BYTES);
  for (let at = 0; at < end; at += 16) {
    const row = bytes.subarray(at, Math.min(at + 16, end));
    const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.toString('latin1').replace(/[^\x20-\x7e]/g, '.');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  return { lines, more: bytes.length - end };
}

const MAX_PARTS = 100;
const MAX_HEX_BYTES = 4_096;
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
