import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns a function that checks in constant time whether a text is the token of metrics. */
export function createTokenTest(token: string): (sent: string) => boolean {
  const expected = digest(token);
  return (sent) => timingSafeEqual(digest(sent), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
