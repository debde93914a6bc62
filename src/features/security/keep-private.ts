import { DEFAULT_CACHE_CONTROL } from '../../core/http/headers/cache-control.ts';
import { Memo } from '../../core/http/memo.ts';
import type { ResponseHeaders } from '../../core/http/response-headers.ts';

/**
 * Keeps a response to a user out of shared caches. Shared caches do not store responses to requests with `Authorization`
 * (RFC 9111 §3.5), but they ignore other credentials, such as a cookie or the header of an API key.
 */
export function markPrivate(headers: ResponseHeaders): void {
  const control = headers.get('Cache-Control');
  if (control === undefined) return headers.append('Cache-Control', DEFAULT_CACHE_CONTROL);
  const known = KNOWN.get(control);
  const kept = known ?? withoutShared(control);
  if (known === undefined && control.length <= MAX_KEY_LENGTH) KNOWN.set(control, kept);
  if (kept !== control) headers.put('Cache-Control', kept);
}

// A host sends few different values.
const KNOWN = new Memo<string>(64);
const MAX_KEY_LENGTH = 256;

function withoutShared(control: string): string {
  if (!SHARED.test(control)) return control;
  const directives = control.split(',').map((each) => each.trim());
  const kept = directives.filter((each) => !SHARED.test(each) && each.toLowerCase() !== 'private');
  return [...kept, 'private'].join(', ');
}

const SHARED = /(?:^|[\s,])(?:public|s-maxage|proxy-revalidate)\b/i;
