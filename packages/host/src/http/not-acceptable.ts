import { NotAcceptableError } from 'oriel-core/http';
import type { Offer } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/** Returns a 406 that lists the supported media types. */
export function notAcceptable(accept: string | undefined, offers: readonly Offer[]): NotAcceptableError {
  const requested = (accept ?? '').slice(0, 200);
  const types = offers.map(({ types: [type] }) => type!);
  return new NotAcceptableError(
    message('format.not-acceptable', { type: requested, types: types.map((type) => `"${type}"`).join(', ') }),
    { type: '/problems/not-acceptable', extensions: { supported: types } },
  );
}
