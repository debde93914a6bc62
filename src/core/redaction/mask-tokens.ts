import { MASK } from './sensitivity.ts';

/**
 * Masks JSON Web Tokens in a text, such as those in the path of a link that confirms an address.
 *
 * @example
 * ```ts
 * import { maskTokens } from './mask-tokens.ts';
 * maskTokens('/confirm/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln?page=2'); // => '/confirm/•••?page=2'
 * ```
 */
export function maskTokens(text: string): string {
  // Most texts have none, and every request is logged.
  return text.includes('eyJ') ? text.replace(JWT, MASK) : text;
}

const JWT = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*){0,4}/g;
