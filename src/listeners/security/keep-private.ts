import { ASK_AGAIN } from '../../http/index.ts';
import type { ResponseHeaders } from '../../http/index.ts';

/**
 * Keeps an answer to somebody out of caches that many people share. They leave alone what was asked with `Authorization`
 * (RFC 9111 §3.5), but they know of no other proof, such as a cookie or the header of an API key.
 */
export function keepPrivate(headers: ResponseHeaders): void {
  const control = headers.get('Cache-Control');
  if (control === undefined) return headers.append('Cache-Control', ASK_AGAIN);
  if (!SHARED.test(control)) return;
  const directives = control.split(',').map((each) => each.trim());
  const kept = directives.filter((each) => !SHARED.test(each) && each.toLowerCase() !== 'private');
  headers.set('Cache-Control', [...kept, 'private'].join(', '));
}

const SHARED = /(?:^|[\s,])(?:public|s-maxage|proxy-revalidate)\b/i;
