/**
 * Explains each directive of Cache-Control (RFC 9111 §5.2.2, RFC 5861, RFC 8246). `fresh` is how long the response is fresh, if the
 * directive specifies it.
 */
export function explainCacheControl(header: string) {
  return header
    .split(',')
    .map((part) => part.trim())
    .filter((text) => text !== '')
    .slice(0, 30)
    .map((directive) => {
      const [name, argument = ''] = directive.toLowerCase().split('=', 2) as [string, string?];
      const time = formatSeconds(Number(argument.replaceAll('"', '')));
      const meaning = MEANINGS[name];
      return {
        directive,
        meaning: meaning === undefined ? 'Unknown directive.' : meaning.replace('{}', time),
        fresh: name === 'max-age' ? time : NOT_FRESH[name],
      };
    });
}

const MEANINGS: Readonly<Record<string, string>> = {
  'max-age': 'Caches may use the response for {} without revalidation.',
  's-maxage': 'Shared caches may use the response for {} without revalidation; overrides max-age.',
  'no-cache': 'Caches may store the response but must revalidate it before each use.',
  'no-store': 'Caches must not store the response.',
  private: 'Only private caches, such as that of the browser, may store the response.',
  public: 'All caches may store the response, shared caches included.',
  'must-revalidate': 'Caches must revalidate a stale response before use.',
  'proxy-revalidate': 'Shared caches must revalidate a stale response before use.',
  'must-understand': 'Only caches that understand the status code may store the response.',
  'no-transform': 'Intermediaries must not transform the content.',
  immutable: 'A fresh response is not revalidated, even on reload.',
  'stale-while-revalidate': 'Caches may use a stale response for {} while they revalidate it in the background.',
  'stale-if-error': 'Caches may use a stale response for {} if revalidation fails.',
};

const NOT_FRESH: Readonly<Record<string, string>> = { 'no-store': 'not stored', 'no-cache': 'revalidated on each use' };

function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'an invalid time';
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${round(seconds / 60)} min`;
  return seconds < 172_800 ? `${round(seconds / 3_600)} h` : `${round(seconds / 86_400)} days`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
