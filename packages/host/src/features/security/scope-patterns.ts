import { matchesHostPattern } from 'oriel-core/http';

/** Returns whether a value is the beginning of a path, which a firewall or a path rule covers. */
export function isPlainPath(value: unknown): value is string {
  return typeof value === 'string' && PLAIN_PATH.test(value);
}

/** Returns whether a value is a host name in lower case, or one with a wildcard, such as `*.example.com`. */
export function isHostPattern(value: unknown): value is string {
  return typeof value === 'string' && HOST.test(value);
}

/**
 * Returns whether a firewall or a path rule covers a host. Hosts also respond to names with a dot at the end and with `www.`
 * in front, which must not bypass it.
 */
export function matchesHost(host: string, pattern: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return matchesHostPattern(name, pattern) || (name.startsWith('www.') && matchesHostPattern(name.slice(4), pattern));
}

/**
 * Returns whether a scope covers all of another one, for checks of the configuration.
 *
 * @param covers returns whether a path or host of the narrow scope is covered by one of the wide scope
 */
export function isScopeWithin(
  wide: string | readonly string[] | undefined,
  narrow: string | readonly string[] | undefined,
  covers: (narrow: string, wide: string) => boolean,
): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  return [narrow].flat().every((inner) => [wide].flat().some((outer) => covers(String(inner), String(outer))));
}

// Paths are compared decoded, so a percent sign would never match; braces and stars would be taken literally.
const PLAIN_PATH = /^\/(?!\/)[^%{}*?#\s]*$/;
const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$|^\[[0-9a-f:.]+\]$/;
