import { IncomingMessage } from 'node:http';
import { URLSearchParams } from 'oriel-core/builtins';

/**
 * Returns a request whose body can be read. A parser of the application, such as `express.urlencoded()`, may have read it
 * before; then it is written again from `request.body`.
 */
export function toUnreadRequest(request: IncomingMessage): IncomingMessage {
  if (!request.readableDidRead || !(request instanceof IncomingMessage)) return request;
  const body = Buffer.from(textOf((request as { readonly body?: unknown }).body));
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const copy = new IncomingMessage(request.socket);
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  const length = String(body.length);
  copy.rawHeaders = [...headersWithoutLength(request.rawHeaders), 'Content-Length', length];
  const { 'transfer-encoding': _, 'content-encoding': __, ...headers } = request.headers;
  copy.headers = { ...headers, 'content-length': length };
  copy.push(body);
  copy.push(null);
  return copy;
}

// The pages have forms only, whose fields are texts.
function textOf(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (typeof body !== 'object' || body === null) return '';
  const fields = Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string');
  return new URLSearchParams(fields).toString();
}

function headersWithoutLength(raw: readonly string[]): string[] {
  return raw.filter((_, i) => !/^(?:content-length|transfer-encoding|content-encoding)$/i.test(raw[i & ~1]!));
}
