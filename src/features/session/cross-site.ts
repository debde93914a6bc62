import type { HttpContext } from '../../core/http/context.ts';

/** Where a request comes from, as its browser says; `untold` is what is no browser, or a very old one. */
export interface Provenance {
  readonly from: 'own' | 'foreign' | 'untold';
  readonly because: string;
  /** What gives a foreign one away. */
  readonly flaw?: string;
}

/**
 * Did a page of this host, or of a trusted origin, cause the request? Browsers say so in headers that no script can set.
 * Values are compared as they are: no browser writes them in another case, so whoever does is none.
 */
export function provenanceOf(
  { headers, origin: own }: Pick<HttpContext, 'headers' | 'origin'>,
  trusted: readonly string[],
): Provenance {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  // A sandboxed frame, a file, or a redirect across sites: nobody who could be trusted by name.
  if (origin === 'null') return foreign('its Origin is "null"');
  if (origin !== undefined && trusted.includes(origin)) return { from: 'own', because: `"${origin}" is trusted` };
  if (site === 'same-origin' || (site === 'none' && (origin === undefined || origin === own)))
    return { from: 'own', because: `Sec-Fetch-Site is ${site}` };
  if (site !== undefined) return foreign(`Sec-Fetch-Site is ${shown(site)}`);
  if (origin === undefined) return { from: 'untold', because: 'neither Origin nor Sec-Fetch-Site was sent' };
  if (origin === own) return { from: 'own', because: 'its Origin is that of this host' };
  return foreign(`its Origin is ${shown(origin)}, and this host is "${own}"`);
}

function foreign(flaw: string): Provenance {
  return { from: 'foreign', because: flaw, flaw };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
