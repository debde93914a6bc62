import { ResponseHeaders } from 'oriel-core/http';

/**
 * Adds request headers on which the response depends (RFC 9110 §12.5.5) to `Vary`. The result is one line without
 * duplicates.
 *
 * @param names joined with commas; constant names are joined once, when the host starts
 *
 * @example
 * ```ts
 * import { ResponseHeaders, addVary } from 'oriel-host/http';
 * const headers = new ResponseHeaders(['Vary', 'Origin']);
 * addVary(headers, 'Accept, origin');
 * headers.get('Vary'); // => 'Origin, Accept'
 * ```
 */
export function addVary(headers: ResponseHeaders, names: string): void {
  const { list } = headers;
  const index = list.indexOf('Vary');
  if (index < 0 || index % 2 === 1 || list.includes('Vary', index + 1) || list[index + 1]!.length > MAX_JOINED_LENGTH)
    return addOneByOne(headers, names);
  list[index + 1] = joined(list[index + 1]!, names);
}

function addOneByOne(headers: ResponseHeaders, names: string): void {
  if (!headers.has('Vary')) return headers.append('Vary', names);
  for (const name of names.split(',')) headers.addToken('Vary', name.trim());
}

// All responses of a route have the same few lines.
function joined(present: string, names: string): string {
  let known = JOINED.get(present);
  if (known === undefined) {
    if (JOINED.size >= MAX_JOINED) JOINED.clear();
    JOINED.set(present, (known = new Map()));
  }
  let line = known.get(names);
  if (line === undefined) {
    const headers = new ResponseHeaders(['Vary', present]);
    addOneByOne(headers, names);
    line = headers.get('Vary')!;
    if (known.size >= MAX_JOINED) known.clear();
    known.set(names, line);
  }
  return line;
}

const JOINED = new Map<string, Map<string, string>>();
const MAX_JOINED = 64;
// A line from another server that is passed on may have any length.
const MAX_JOINED_LENGTH = 256;
