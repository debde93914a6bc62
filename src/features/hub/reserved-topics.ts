/**
 * Tells topics that belong to the hub itself: those under its own path, however that is written. A publisher could
 * otherwise tell of subscriptions that there are not.
 *
 * @param base the URL of the hub
 */
export function createReservedTopicTest(base: string): (topic: string) => boolean {
  const own = normalize(new URL(base).pathname);
  return (topic) => {
    if (!URL.canParse(topic, base)) return false;
    const path = normalize(new URL(topic, base).pathname);
    return path === own || path.startsWith(`${own}/`);
  };
}

// What need not be encoded is decoded, and only then are dots what they are (RFC 3986 §6.2.2).
function normalize(path: string): string {
  const plain = path.replaceAll(ENCODED, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return UNRESERVED.test(character) ? character : octet;
  });
  // Behind a host of its own, as a path that begins with two slashes would name one.
  return plain === path || !plain.startsWith('/') ? plain : new URL(`http://localhost${plain}`).pathname;
}

const ENCODED = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9._~-]/;
