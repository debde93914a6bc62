import { parseMediaType, allowsBody } from 'oriel-core/http';

export interface PageResponse {
  readonly status: number;
  /** Returns the values of all lines of a header. @param name in lower case */
  lines(name: string): readonly string[];
}

/**
 * Returns why a response is not a page that the toolbar can be appended to: it is `other` content, or a page that is `coded`,
 * such as compressed; undefined if it is one.
 */
export function whyNotPage(response: PageResponse): 'other' | 'coded' | undefined {
  const { status } = response;
  const [type, ...otherTypes] = response.lines('content-type');
  if (type === undefined || otherTypes.length > 0 || !isAsciiHtml(type)) return 'other';
  if (!allowsBody(status) || status < 200 || status === 206) return 'other';
  // Browsers do not show the body of a redirect.
  if (status >= 300 && status < 400 && response.lines('location').length > 0) return 'other';
  if (UNTOUCHED.some((name) => response.lines(name).length > 0)) return 'other';
  if (/^\s*attachment\b/i.test(response.lines('content-disposition').join(','))) return 'other';
  if (/\bno-transform\b/i.test(response.lines('cache-control').join(','))) return 'other';
  const coding = response.lines('content-encoding').join(',').trim();
  return coding === '' || /^identity$/i.test(coding) ? undefined : 'coded';
}

// Digests and signatures cover the body, and a trailer may.
const UNTOUCHED: readonly string[] = [
  'content-range',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
  'signature',
  'trailer',
];

function isAsciiHtml(type: string): boolean {
  const parsed = parseMediaType(type);
  if (parsed?.type !== 'text' || parsed.subtype !== 'html') return false;
  return !NOT_ASCII_COMPATIBLE.test(parsed.parameters.get('charset') ?? '');
}

// In these, the bytes of ASCII text may mean something else.
const NOT_ASCII_COMPATIBLE = /^(?:utf-?(?:7|16|32)|(?:iso-10646-)?ucs-?[24]|unicode|csunicode|iso-2022|csiso2022|hz-)/i;
