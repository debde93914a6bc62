import type { ServerResponse } from 'node:http';
import { isToken } from '../http/headers/token.ts';
import { reasonPhrase } from '../http/status.ts';

/**
 * Writes the status and the headers of a response of HTTP/1.1, with `response.writeHead` or the same bytes for less: that
 * method tests each name and value with regular expressions and compares each name with those of framing headers, which is a
 * tenth of the work of a small request. Only the usual head takes this path: names that frame nothing, printable ASCII, and no
 * header or method that other code set.
 *
 * @param list names and values in turn
 * @returns whether all values are ASCII
 * @throws {TypeError} for a name or value that cannot be sent, as `response.writeHead`
 */
export function writeHead(response: ServerResponse, status: number, list: string[]): boolean {
  const reason = reasonPhrase(status);
  const lines = usualLines(list);
  if (lines === undefined || !mayStore(response, status)) {
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

// `writeHead` notes that 204 and 304 have no body, and that a client which waits for `100 Continue` may send its body or not.
function mayStore(response: ServerResponse, status: number): response is StoringResponse {
  return (
    status !== 204 &&
    status !== 304 &&
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

function isUsual(name: string): boolean {
  if (typeof name !== 'string' || !isToken(name) || FRAMING.has(name.toLowerCase())) return false;
  if (usualNames.size < MOST_NAMES) usualNames.add(name);
  return true;
}

/** Names that change how Node.js frames the response. */
const FRAMING: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'trailer', 'transfer-encoding'],
]);

// oxlint-disable-next-line no-control-regex -- control characters are invalid in header values
const UNUSUAL = /[^\t\x20-\x7e]/;
// oxlint-disable-next-line no-control-regex -- all of ASCII, with its control characters
const NOT_ASCII = /[^\x00-\x7f]/;

function hasAsciiValues(list: readonly string[]): boolean {
  for (let i = 1; i < list.length; i += 2) if (NOT_ASCII.test(list[i]!)) return false;
  return true;
}
