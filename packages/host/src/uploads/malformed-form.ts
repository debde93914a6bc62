import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/** Returns the error for a form that is not `multipart/form-data` (RFC 7578), with the reason. */
export function malformedFormError(
  code: 'form.malformed' | 'form.malformed-part' | 'form.no-boundary',
  cause?: unknown,
): BadRequestError {
  return new BadRequestError(message(code), {
    type: '/problems/malformed-form',
    ...(cause === undefined ? {} : { cause }),
  });
}
