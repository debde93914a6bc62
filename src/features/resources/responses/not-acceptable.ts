import { NotAcceptableError } from '../../../core/http/errors.ts';
import type { Offer } from '../../../core/http/negotiation.ts';

/** 406: what was asked for, and everything that could be had. */
export function notAcceptable(accept: string | undefined, offers: readonly Offer[]): NotAcceptableError {
  const asked = (accept ?? '').slice(0, 200);
  const types = offers.map(({ types: [type] }) => type!);
  return new NotAcceptableError(
    `Requested format "${asked}" is not supported. Supported MIME types are ${types.map((type) => `"${type}"`).join(', ')}.`,
    { type: '/problems/not-acceptable', extensions: { supported: types } },
  );
}
