/**
 * Returns whether the name of a file contains a hash, as bundlers write it: `app-BhAl3f_2.js`, `main.3f2a91bc.css`. The hash is the
 * last part before the extension, has at least 8 characters, and contains letters and digits, or is hexadecimal. Words such as
 * `component` and dates such as `20260131` are no hashes. A hash that is not recognized only costs a revalidation.
 */
export function hasHash(name: string): boolean {
  // `app-BhAl3f_2.js.map`
  const hash = HASH.exec(name)?.[1];
  if (hash === undefined) return false;
  const hasLetter = /[a-z]/i.test(hash);
  const digits = hash.replaceAll(/\D/g, '').length;
  if (!hasLetter || digits === 0) return false;
  // A word with a number at its end, such as `chapter12` or `version2026`.
  return !/^[A-Z]?[a-z]+\d+$/.test(hash) || HEXADECIMAL.test(hash);
}

const HASH = /[.-]([\w-]{8,64})(?:\.[a-z\d]{1,12}){1,2}$/i;
const HEXADECIMAL = /^[\da-f]+$/;
