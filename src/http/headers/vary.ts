import type { ResponseHeaders } from '../response-headers.ts';

/**
 * Says which request headers the answer depends on (RFC 9110 §12.5.5), beside those already said, in one line and without
 * saying any of them twice.
 *
 * @param names joined with a comma: what is always the same is joined once, when the host starts
 *
 * @example
 * ```ts
 * import { ResponseHeaders, addVary } from 'oriel/http';
 * const headers = new ResponseHeaders(['Vary', 'Origin']);
 * addVary(headers, 'Accept, origin');
 * headers.get('Vary'); // => 'Origin, Accept'
 * ```
 */
export function addVary(headers: ResponseHeaders, names: string): void {
  if (!headers.has('Vary')) return headers.append('Vary', names);
  for (const name of names.split(',')) headers.addToken('Vary', name.trim());
}
