import { isUtf8 } from 'node:buffer';

/** One part of a multipart body. */
export interface BodyPart {
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly size: number;
  /** Its text, when it is one; at most 8 KB of it. */
  readonly text: string | undefined;
}

/** The parts of a multipart body, given with one character per byte; undefined when its boundary is not in it. */
export function parseMultipart(body: string, boundary: string): { parts: BodyPart[]; more: number } | undefined {
  if (boundary === '' || !body.includes(`--${boundary}`)) return undefined;
  const pieces = body
    .split(`--${boundary}`, MOST_PARTS + 2)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'));
  return { parts: pieces.slice(0, MOST_PARTS).map(partOf), more: Math.max(0, pieces.length - MOST_PARTS) };
}

/** Bytes as `00000000  48 65 …  He…`, sixteen to a line. */
export function formatHexDump(bytes: Buffer): { lines: string[]; more: number } {
  const lines: string[] = [];
  const end = Math.min(bytes.length, MOST_HEX);
  for (let at = 0; at < end; at += 16) {
    const row = bytes.subarray(at, Math.min(at + 16, end));
    const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.toString('latin1').replace(/[^\x20-\x7e]/g, '.');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  return { lines, more: bytes.length - end };
}

const MOST_PARTS = 100;
const MOST_HEX = 4_096;
const LONGEST_TEXT = 8_192;

function partOf(piece: string): BodyPart {
  const gap = /\r?\n\r?\n/.exec(piece);
  const head = utf8(gap ? piece.slice(0, gap.index) : piece).slice(0, 8_192);
  const content = gap ? piece.slice(gap.index + gap[0].length).replace(/\r?\n$/, '') : '';
  const bytes = Buffer.from(content, 'latin1');
  const isText = isUtf8(bytes) && !bytes.includes(0);
  return {
    name: parameter(head, 'name'),
    filename: parameter(head, 'filename'),
    type: /^content-type:[ \t]*([^\r\n]{1,200})/im.exec(head)?.[1]?.trim(),
    size: bytes.length,
    text: isText ? bytes.toString().slice(0, LONGEST_TEXT) : undefined,
  };
}

function parameter(head: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`[;\\s]${name}=(?:"([^"\\r\\n]*)"|([^;\\s"]+))`, 'i').exec(head) ?? [];
  return quoted ?? bare;
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
