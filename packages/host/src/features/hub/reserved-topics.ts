/**
 * Returns a predicate for topics that only the hub may publish to: those below its own path, in any spelling. A publisher
 * could otherwise announce subscriptions that do not exist.
 *
 * @param base the URL of the hub
 */
export function createReservedTopicTest(base: string): (topic: string) => boolean {
  const basePath = normalize(new URL(base).pathname);
  return (topic) => {
    if (!URL.canParse(topic, base)) return false;
    const path = normalize(new URL(topic, base).pathname);
    return path === basePath || path.startsWith(`${basePath}/`);
  };
}

// Decodes unreserved characters and then removes dot segments (RFC 3986 §6.2.2).
function normalize(path: string): string {
  const plain = path.replaceAll(ENCODED, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return UNRESERVED.test(character) ? character : octet;
  });
  // With a host, because `URL` would read a path that starts with two slashes as one.
  return plain === path || !plain.startsWith('/') ? plain : new URL(`http://localhost${plain}`).pathname;
}

const ENCODED = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9._~-]/;
