import { UnsupportedMediaTypeError } from '../http/errors.ts';
import { message } from '../messages/message.ts';

/** The part of an operation that reads a body. */
export interface ReadableBody {
  readonly readers: ReadonlyMap<string, unknown>;
  readonly method: string;
}

/** Returns a 415 error with the supported media types, in the body and in the header for its method. */
export function unsupported({ readers, method }: ReadableBody, type: string): UnsupportedMediaTypeError {
  const types = [...readers.keys()];
  const supported = types.map((each) => `"${each}"`).join(', ');
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
