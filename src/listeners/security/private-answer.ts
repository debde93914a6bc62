/** A Cache-Control that lets only its reader keep the answer. */
export function privately(cacheControl: string): string {
  const directives = cacheControl
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !SHARED.test(each));
  if (directives.some((each) => /^(?:private|no-store)$/i.test(each))) return directives.join(', ');
  return [...directives, 'private'].sort().join(', ');
}

const SHARED = /^(?:public|s-maxage=.*|proxy-revalidate)$/i;
