import type { ServerResponse } from 'node:http';
import { isToken, reasonPhrase } from 'oriel-core/http';
import { FRAMING } from './framing-headers.ts';

/**
 * Writes the status and the headers of a response of HTTP/1.1, with `response.writeHead` or the same bytes for less: that
 * method tests each name and value with regular expressions and compares each name with those of framing headers, which is a
 * tenth of the work of a small request. Only the usual head takes this path: names that do not affect framing, values of
 * printable ASCII, and no header or method that other code set.
 *
 * @param list names and values in turn
 * @returns whether all values are ASCII; true for a status without a body
 * @throws {TypeError} for a name or value that cannot be sent, as `response.writeHead`
 */
export function writeHead(response: ServerResponse, status: number, list: string[]): boolean {
  const reason = reasonPhrase(status);
  // `writeHead` also notes that these have no body.
  if (status === 204 || status === 304) {
    response.writeHead(status, reason, list);
    return true;
  }
  const lines = usualLines(list);
  if (lines === undefined || !mayStore(response)) {
    response.writeHead(status, reason, list);
    return lines !== undefined || hasAsciiValues(list);
  }
  response.statusCode = status;
  response.statusMessage = reason;
  const at = list.length - 2;
  const last = at < 0 ? [] : [list[at]!, list[at + 1]!];
  // Adds the last header, usually the length, the date and the headers of the connection.
  response._storeHeader(`HTTP/1.1 ${status} ${reason}\r\n${lines}`, last);
  return true;
}

/** A method that `writeHead` of Node.js calls and that is not documented. */
interface StoringResponse extends ServerResponse {
  readonly _storeHeader: (firstLine: string, headers: readonly string[]) => void;
}

// `writeHead` closes the connection of a client that waits for `100 Continue`, because it may send its body or not.
function mayStore(response: ServerResponse): response is StoringResponse {
  return (
    response.req.headers.expect === undefined &&
    !response.headersSent &&
    response.getHeaderNames().length === 0 &&
    response.writeHead === (nodeWriteHead ??= findWriteHead())
  );
}

let nodeWriteHead: unknown;

// Instrumentation may have replaced the method before, and another version or runtime may not call `_storeHeader`.
function findWriteHead(): unknown {
  const found: unknown = Reflect.get(process.getBuiltinModule('node:http').ServerResponse.prototype, 'writeHead');
  return String(found).includes('this._storeHeader(') ? found : 'none';
}

/** Returns the lines of all headers but the last; undefined if there is an unusual one. */
function usualLines(list: readonly string[]): string | undefined {
  const last = list.length - 2;
  let lines = '';
  for (let i = 0; i <= last; i += 2) {
    const name = list[i]!;
    const value = list[i + 1]!;
    if (typeof value !== 'string' || UNUSUAL.test(value)) return undefined;
    if (i === last) return lines;
    if (!usualNames.has(name) && !isUsual(name)) return undefined;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

// The same names occur again and again, and a lookup is faster than the regular expression.
const usualNames = new Set<string>();
const MOST_NAMES = 500;
const LONGEST_NAME = 100;

function isUsual(name: string): boolean {
  if (typeof name !== 'string' || !isToken(name)) return false;
  const lower = name.toLowerCase();
  // Node.js adds a date if there is none.
  if (FRAMING.has(lower) || lower === 'date') return false;
  if (usualNames.size < MOST_NAMES && name.length <= LONGEST_NAME) usualNames.add(name);
  return true;
}

// oxlint-disable-next-line no-control-regex -- control characters are invalid in header values
const UNUSUAL = /[^\t\x20-\x7e]/;
// oxlint-disable-next-line no-control-regex -- all of ASCII, with its control characters
const NOT_ASCII = /[^\x00-\x7f]/;

function hasAsciiValues(list: readonly string[]): boolean {
  for (let i = 1; i < list.length; i += 2) if (NOT_ASCII.test(list[i]!)) return false;
  return true;
}
