import { HttpError } from 'oriel-core/http';
import type { IncomingRequest, RequestBody } from 'oriel-core/http';

export interface WebRequestParts extends Pick<IncomingRequest, 'method' | 'headers' | 'signal'> {
  readonly body: Pick<RequestBody, 'present' | 'stream'>;
}

/**
 * Converts a request to a web `Request`, with body and signal.
 * @throws {HttpError} 501 for the methods CONNECT, TRACE and TRACK, which `Request` does not support
 */
export function toWebRequest(incoming: WebRequestParts, url: string): Request {
  const { method, headers, body, signal } = incoming;
  const bodiless = method === 'GET' || method === 'HEAD' || !body.present;
  try {
    const webHeaders = new Headers();
    for (const [name, value] of headers) webHeaders.append(name, value);
    return new Request(url, {
      method,
      headers: webHeaders,
      signal,
      ...(bodiless ? {} : { body: body.stream(), duplex: 'half' }),
    });
  } catch (cause) {
    throw new HttpError(501, `A ${method} request cannot be written as a web Request`, {
      type: '/problems/unknown-method',
      cause,
    });
  }
}
