import { NotAcceptableError } from '../../../core/http/errors.ts';
import type { Offer } from '../../../core/http/negotiation.ts';
import { message } from '../../../core/messages/message.ts';

/** Returns a 406 that lists the supported media types. */
export function notAcceptable(accept: string | undefined, offers: readonly Offer[]): NotAcceptableError {
  const requested = (accept ?? '').slice(0, 200);
  const types = offers.map(({ types: [type] }) => type!);
  return new NotAcceptableError(
    message('format.not-acceptable', { type: requested, types: types.map((type) => `"${type}"`).join(', ') }),
    { type: '/problems/not-acceptable', extensions: { supported: types } },
  );
}
