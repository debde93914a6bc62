/** Returns whether ASCII text appended to this body is read as such. UTF-16 is recognized by its mark or by zero bytes. */
export function isAsciiCompatible(start: string | Uint8Array): boolean {
  if (typeof start === 'string') return true;
  const [first, second] = start;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return false;
  return !start.subarray(0, 256).includes(0);
}

/** Returns whether the page has a Content-Security-Policy in a `meta` element. It cannot be changed without changing the page. */
export function hasPolicyElement(start: string | Uint8Array): boolean {
  const text =
    typeof start === 'string'
      ? start.slice(0, MAX_SCANNED_LENGTH)
      : Buffer.from(start.subarray(0, MAX_SCANNED_LENGTH)).toString('latin1');
  return POLICY_ELEMENT.test(text);
}

// Policies apply from their element on, so that pages have them at the top.
const MAX_SCANNED_LENGTH = 65_536;
const POLICY_ELEMENT = /<meta\s[^<]*http-equiv\s*=\s*["']?\s*content-security-policy/i;

/** Returns bytes that change nothing at the end of a page, for a toolbar that was announced but cannot be added. */
export function createPadding(start: Uint8Array, length: number): Uint8Array {
  const spaces = Buffer.alloc(length, ' ');
  // The spaces of UTF-16; which byte is zero depends on the order.
  if (!isAsciiCompatible(start)) {
    const isLittleEndian = start[0] === 0xff || start[1] === 0;
    for (let i = isLittleEndian ? 1 : 0; i < length; i += 2) spaces[i] = 0;
  }
  return spaces;
}
