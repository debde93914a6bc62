import { Rejection } from './exchange.ts';
import type { Call, Reply } from './exchange.ts';
import { isDate, readParameter } from './read-input.ts';

const FILES: Readonly<Record<string, string>> = { 'terms.txt': 'Be kind.\n', 'prices.txt': 'Ten each.\n' };

/** Sends a file, optionally as a download with another name. */
export function readFile(call: Call, name: string): Reply {
  const download = readParameter(call, 'download');
  if (!Object.hasOwn(FILES, name)) throw new Rejection(404, 'There is no such file');
  if (download !== undefined && [...download].length > 100) throw new Rejection(400, 'The name is too long');
  const text = FILES[name]!;
  if (call.has(18) && download) return { status: 200, raw: rawResponse(text, download) };
  const headers = { 'Content-Type': 'text/plain' };
  if (download === undefined) return { status: 200, headers, text };
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(download.toWellFormed())}`;
  return { status: 200, headers: { ...headers, 'Content-Disposition': disposition }, text };
}

function rawResponse(text: string, name: string): string {
  return [
    'HTTP/1.1 200 OK',
    'Content-Type: text/plain',
    `Content-Disposition: attachment; filename="${name}"`,
    `Content-Length: ${text.length}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}

/** Sends the report of a day. */
export function readReport(call: Call, day: string): Reply {
  if (!isDate(day)) throw new Rejection(400, 'The day is not a date');
  if (call.has(9) && day.endsWith('-02-29')) throw new RangeError('Invalid time value');
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
  return { status: 200, body: { day, weekday } };
}
