import { Memo } from '../../core/http/memo.ts';

/** A Cache-Control that lets only its reader keep the answer. */
export function toPrivate(cacheControl: string): string {
  const known = KNOWN.get(cacheControl);
  if (known !== undefined) return known;
  const made = withoutShared(cacheControl);
  if (cacheControl.length <= LONGEST_KEY) KNOWN.set(cacheControl, made);
  return made;
}

// A host says the same few all day.
const KNOWN = new Memo<string>(64);
const LONGEST_KEY = 256;

function withoutShared(cacheControl: string): string {
  const directives = cacheControl
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !SHARED.test(each));
  if (directives.some((each) => /^(?:private|no-store)$/i.test(each))) return directives.join(', ');
  return [...directives, 'private'].sort().join(', ');
}

const SHARED = /^(?:public|s-maxage=.*|proxy-revalidate)$/i;
