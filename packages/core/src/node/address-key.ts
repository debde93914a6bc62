import { isIPv6 } from 'node:net';

/**
 * Returns the key under which an address is counted: the IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber can use all addresses of a /64.
 *
 * @example
 * ```ts
 * import { addressKey } from './address-key.ts';
 * addressKey('2001:db8:0:7::1'); // => '2001:db8:0:7::/64'
 * addressKey('203.0.113.9'); // => '203.0.113.9'
 * ```
 */
export function addressKey(address: string): string {
  const bare = address.split('%', 1)[0]!;
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1]!;
  const [head, tail] = bare.split('::') as [string, string | undefined];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted suffix contains two groups.
  const length = first.length + last.length + (bare.includes('.') ? 1 : 0);
  const groups = tail === undefined ? first : [...first, ...Array<string>(8 - length).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Converts `::ffff:192.0.2.1` to `192.0.2.1`; returns other addresses unchanged. */
export function withoutPrefix(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
