/**
 * Removes the headers that only the server may set: the length of the body and those of the connection (RFC 9110 §7.6.1).
 * A controller that forwards a response contains these headers, and two lengths would allow response splitting.
 * `Connection: close` is kept.
 *
 * @param list names and values in turn; changed in place
 * @returns the removed `Content-Length`, if it was a number
 */
export function removeFramingHeaders(list: string[]): string | undefined {
  let announced: string | undefined;
  for (let i = list.length - 2; i >= 0; i -= 2) {
    if (!mayFrame(list[i]!)) continue;
    const name = list[i]!.toLowerCase();
    if (!FRAMING.has(name) || (name === 'connection' && isClose(list[i + 1]!))) continue;
    if (name === 'content-length' && DIGITS.test(list[i + 1]!)) announced = list[i + 1]!;
    list.splice(i, 2);
  }
  return announced;
}

// Length and first letter distinguish nearly all names.
function mayFrame(name: string): boolean {
  const first = name.charCodeAt(0) | 32;
  switch (name.length) {
    case 2:
      return first === T;
    case 7:
      return first === T || first === U;
    case 10:
      return first === C || first === K;
    case 14:
      return first === C || first === H;
    case 16:
      return first === P;
    case 17:
      return first === T;
    default:
      return false;
  }
}

const C = 0x63;
const H = 0x68;
const K = 0x6b;
const P = 0x70;
const T = 0x74;
const U = 0x75;

/** Names in lower case of headers that frame a message or belong to a connection. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const DIGITS = /^\d{1,15}$/;

function isClose(value: string): boolean {
  return value.toLowerCase() === 'close';
}

/**
 * Validates a header value. HTTP/1.1 does this itself; HTTP/2 and the web's `Headers` do not in all cases.
 * @throws {TypeError} for a value that cannot be sent (RFC 9110 §5.5)
 */
export function assertSendable(name: string, value: string): void {
  if (UNSENDABLE.test(value)) throw new TypeError(`The header "${name}" contains an invalid character`);
}

// oxlint-disable-next-line no-control-regex -- control characters are invalid in header values
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;
