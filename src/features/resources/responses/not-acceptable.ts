import { NotAcceptableError } from '../../../core/http/errors.ts';
import type { Offer } from '../../../core/http/negotiation.ts';

/** Returns a 406 that lists the supported media types. */
export function notAcceptable(accept: string | undefined, offers: readonly Offer[]): NotAcceptableError {
  const requested = (accept ?? '').slice(0, 200);
  const types = offers.map(({ types: [type] }) => type!);
  return new NotAcceptableError(
    `Requested format "${requested}" is not supported. Supported MIME types are ${types.map((type) => `"${type}"`).join(', ')}.`,
    { type: '/problems/not-acceptable', extensions: { supported: types } },
  );
}
