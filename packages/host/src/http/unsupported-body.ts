import { UnsupportedMediaTypeError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/**
 * Returns the 415 error of routes, operations and uploads, with the supported media types in the body and in the header for
 * the method.
 *
 * @param sent the `Content-Type` of the request; undefined or empty if it is missing
 * @param types the supported media types
 */
export function unsupported(
  method: string,
  sent: string | undefined,
  types: readonly string[],
): UnsupportedMediaTypeError {
  const type = (sent ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const supported = types.map((other) => `"${other}"`).join(', ');
  const detail =
    type === ''
      ? message('format.content-type-missing', { types: supported })
      : message('format.unsupported-content-type', { type: type.slice(0, 100), types: supported });
  return new UnsupportedMediaTypeError(detail, {
    type: '/problems/unsupported-media-type',
    headers: { [ACCEPTED[method] ?? 'Accept-Post']: types.join(', ') },
    extensions: { accepts: types },
  });
}

const ACCEPTED: Readonly<Record<string, string>> = { PATCH: 'Accept-Patch', QUERY: 'Accept-Query' };
