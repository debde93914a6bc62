import { parseAuthority } from './authority.ts';
import { HttpError } from './errors.ts';
import type { IncomingRequest } from './incoming-request.ts';

/**
 * Returns the error for an invalid host of a request; undefined if it is valid.
 *
 * @param line the host: that of an absolute target, or else that of the `Host` header
 */
export function hostProblem(incoming: IncomingRequest, line: string | undefined): HttpError | undefined {
  const { hostLines, version } = incoming;
  if (hostLines.length > 1) return badHost(`${hostLines.length} Host headers were sent; HTTP allows one`);
  if (line === undefined || (hostLines.length === 0 && version === '1.1')) {
    return version === '1.0' ? undefined : badHost('The Host header is missing (RFC 9112 §3.2)');
  }
  // An absolute target has precedence over the Host header, which must still be valid (RFC 9112 §3.2).
  const invalid = [line, ...hostLines].find((each) => parseAuthority(each) === undefined);
  return invalid === undefined ? undefined : badHost(`Invalid Host "${invalid.slice(0, 256)}".`);
}

function badHost(message: string): HttpError {
  return new HttpError(400, message, { type: '/problems/invalid-host', code: 'ORIEL_INVALID_HOST' });
}
