import { isLoopbackName } from 'oriel-core/http';

/**
 * Limits the number of open streams per client address. Loopback addresses are unlimited by default, because a reverse
 * proxy that is not listed in `proxies` connects for all its clients.
 *
 * @param configured the configured limit; undefined for the default, which exempts loopback addresses
 * @param getKey returns the key that addresses of one client share, such as the /64 of an IPv6 address
 */
export function createStreamLimiter(
  configured: number | undefined,
  defaultLimit: number,
  getKey: (address: string) => string,
) {
  const limit = configured ?? defaultLimit;
  const streams = new Map<string, number>();
  const count = (address: string, change: 1 | -1): void => {
    const key = getKey(address);
    const total = (streams.get(key) ?? 0) + change;
    if (total > 0) streams.set(key, total);
    else streams.delete(key);
  };
  return {
    allows(address: string): boolean {
      const key = getKey(address);
      if ((streams.get(key) ?? 0) < limit) return true;
      return configured === undefined && (address === '::1' || isLoopbackName(key));
    },
    add: (address: string): void => count(address, 1),
    delete: (address: string): void => count(address, -1),
  };
}
