import { isIPv6 } from 'node:net';

/**
 * Whom an address stands for: an IPv4 address for itself, an IPv6 address for its /64, which is what one subscriber gets
 * and can choose from at will.
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
  // A dotted end stands for two groups.
  const length = first.length + last.length + (bare.includes('.') ? 1 : 0);
  const groups = tail === undefined ? first : [...first, ...Array<string>(8 - length).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
