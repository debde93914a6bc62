/**
 * A path of this host to come back to; the fallback for everything that could lead elsewhere, be it `//elsewhere`,
 * `/\elsewhere` or something with a line break, however a browser would read it.
 */
export function returnPath(wanted: string | null, fallback: string): string {
  if (wanted === null || wanted.length > LONGEST || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return fallback;
  const url = URL.parse(wanted, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search;
}

const HERE = 'http://here.invalid';
const LONGEST = 2_048;
