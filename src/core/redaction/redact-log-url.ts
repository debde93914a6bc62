import { isSecretName, redactUrl } from '../errors/redaction.ts';
import { redactQuery } from '../http/redact-query.ts';
import { wordsOfName } from '../http/sensitive.ts';

/** The settings that name secrets. */
export interface SecretNames {
  readonly profiler?:
    { readonly redact?: { readonly names?: readonly (string | RegExp)[]; readonly keep?: readonly string[] } } | false;
}

/** Masks the values of sensitive parameters before they are logged. */
export interface LogRedactor {
  /** In one URL. */
  readonly url: (url: string) => string;
  /** In the URLs that a text contains. */
  readonly text: (text: string) => string;
}

/** Returns what masks secrets in logged URLs, by the names that hold secrets and those of `profiler.redact`. */
export function createLogRedactor(config: SecretNames): LogRedactor {
  const isSecret = secretNames(config);
  return {
    url: (url) => redactUrl(url, isSecret),
    text: (text) =>
      text.includes('?') ? text.replace(QUERY, (_, query: string) => `?${redactQuery(query, isSecret)}`) : text,
  };
}

// A URL in a text ends at a blank, a quotation mark, a bracket, or the code of a colour.
const QUERY = /\?([^\s"'`<>\\?\p{Cc}]*=[^\s"'`<>\\\p{Cc}]*)/gu;

function secretNames({ profiler }: SecretNames): (name: string) => boolean {
  const { names = [], keep = [] } = (profiler === false ? undefined : profiler?.redact) ?? {};
  if (names.length === 0 && keep.length === 0) return isSecretName;
  const plain = (name: string): string => wordsOfName(name).join('');
  const added = new Set(names.filter((name) => typeof name === 'string').map(plain));
  // A sticky or global expression would remember where it was.
  const patterns = names
    .filter((name) => name instanceof RegExp)
    .map(({ source, flags }) => new RegExp(source, flags.replace(/[gy]/g, '')));
  const kept = new Set(keep.map(plain));
  return (name) => {
    const whole = plain(name);
    if (kept.has(whole)) return false;
    return added.has(whole) || patterns.some((each) => each.test(name.slice(0, 1_000))) || isSecretName(name);
  };
}
