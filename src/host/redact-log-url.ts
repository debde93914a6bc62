import { isSecretName, redactUrl } from '../errors/index.ts';
import { wordsOfName } from '../http/index.ts';
import type { HostConfig } from './config.ts';

/** Returns what masks secrets in the query of a logged URL, by the names that hold secrets and those of `profiler.redact`. */
export function logUrlRedactor({ profiler }: HostConfig): (url: string) => string {
  const { names = [], keep = [] } = (profiler === false ? undefined : profiler?.redact) ?? {};
  if (names.length === 0 && keep.length === 0) return (url) => redactUrl(url);
  const plain = (name: string): string => wordsOfName(name).join('');
  const added = new Set(names.filter((name) => typeof name === 'string').map(plain));
  // A sticky or global expression would remember where it was.
  const patterns = names
    .filter((name) => name instanceof RegExp)
    .map(({ source, flags }) => new RegExp(source, flags.replace(/[gy]/g, '')));
  const kept = new Set(keep.map(plain));
  const isSecret = (name: string): boolean => {
    const whole = plain(name);
    if (kept.has(whole)) return false;
    return added.has(whole) || patterns.some((each) => each.test(name.slice(0, 1_000))) || isSecretName(name);
  };
  return (url) => redactUrl(url, isSecret);
}
