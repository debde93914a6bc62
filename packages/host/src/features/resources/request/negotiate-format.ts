import { Negotiator, NotFoundError } from 'oriel-core/http';
import type { HttpError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { notAcceptable } from '../../../http/not-acceptable.ts';
import type { Format } from '../model/format.ts';
import { memoizePerObject } from '../model/memoize.ts';
import type { Operation } from '../model/operation.ts';

/** The format of a response and the reason for it, or the error if no format is acceptable. */
export type Negotiated =
  { readonly format: Format; readonly because: string } | { readonly format: undefined; readonly error: HttpError };

/**
 * Negotiates the format of a response: by the suffix of the path, otherwise by the Accept header (RFC 9110 §12.5.1). The header
 * may exclude the format of the suffix.
 */
export function negotiateFormat(
  operation: Operation,
  suffix: string | null | undefined,
  accept: string | undefined,
): Negotiated {
  const hasSuffix = suffix !== null && suffix !== undefined;
  const wanted = hasSuffix ? operation.formats.find(({ name }) => name === suffix) : undefined;
  if (hasSuffix && wanted === undefined) return { format: undefined, error: unsupportedFormat(suffix) };
  const { offer, because } = (wanted ? createNegotiator(wanted) : operation.negotiator).negotiate(accept);
  if (offer === undefined)
    return { format: undefined, error: notAcceptable(accept, wanted ? [wanted] : operation.formats) };
  return { format: offer, because: wanted ? `the path ends in .${suffix}` : because };
}

// For paths with a suffix.
const createNegotiator = memoizePerObject((format: Format) => new Negotiator([format]));

function unsupportedFormat(suffix: string): NotFoundError {
  const type = '/problems/format';
  return new NotFoundError(message('format.unsupported', { format: suffix.slice(0, 50) }), { type });
}
