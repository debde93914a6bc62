import { Memo } from '../../core/http/memo.ts';

/** Returns a Cache-Control value that allows private caches only. */
export function toPrivate(cacheControl: string): string {
  const known = KNOWN.get(cacheControl);
  if (known !== undefined) return known;
  const made = withoutShared(cacheControl);
  if (cacheControl.length <= MAX_KEY_LENGTH) KNOWN.set(cacheControl, made);
  return made;
}

// A host sends few different values.
const KNOWN = new Memo<string>(64);
const MAX_KEY_LENGTH = 256;

function withoutShared(cacheControl: string): string {
  const directives = cacheControl
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !SHARED.test(each));
  if (directives.some((each) => /^(?:private|no-store)$/i.test(each))) return directives.join(', ');
  return [...directives, 'private'].sort().join(', ');
}

const SHARED = /^(?:public|s-maxage=.*|proxy-revalidate)$/i;
