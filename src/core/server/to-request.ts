import { HttpError } from '../http/errors.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';

/**
 * A request as the web's `Request`, body and signal included.
 * @throws {HttpError} 501 for what a `Request` cannot say: CONNECT, TRACE and TRACK
 */
export function toWebRequest(incoming: IncomingRequest, url: string): Request {
  const { method, headers, body, signal } = incoming;
  const bodiless = method === 'GET' || method === 'HEAD' || !body.present;
  try {
    const made = new Headers();
    for (const [name, value] of headers) made.append(name, value);
    return new Request(url, {
      method,
      headers: made,
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
