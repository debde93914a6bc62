/** One directive of Cache-Control, and what it tells caches (RFC 9111 §5.2.2, RFC 5861, RFC 8246). */
export interface CacheDirective {
  readonly directive: string;
  readonly meaning: string;
  /** How long the answer is fresh, where this directive says so. */
  readonly fresh?: string | undefined;
}

/** What a Cache-Control header says, each directive in words. */
export function explainCacheControl(header: string): CacheDirective[] {
  return header
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .slice(0, 30)
    .map((directive) => {
      const [name, argument = ''] = directive.toLowerCase().split('=', 2) as [string, string?];
      const time = duration(Number(argument.replaceAll('"', '')));
      const meaning = MEANINGS[name];
      return {
        directive,
        meaning: meaning === undefined ? 'is not known here' : meaning.replace('{}', time),
        fresh: name === 'max-age' ? time : NEVER[name],
      };
    });
}

const MEANINGS: Readonly<Record<string, string>> = {
  'max-age': 'Whoever keeps it may use it for {} without asking.',
  's-maxage': 'Shared caches may use it for {} without asking, whatever max-age says.',
  'no-cache': 'It may be kept, but must be asked for again before each use; a 304 will do.',
  'no-store': 'Nobody may keep it.',
  private: 'Only the browser of whoever asked may keep it.',
  public: 'Everybody may keep it, shared caches included.',
  'must-revalidate': 'Once it is stale it must not be used without asking.',
  'proxy-revalidate': 'Once it is stale a shared cache must not use it without asking.',
  'must-understand': 'Only caches that know the status may keep it.',
  'no-transform': 'Nobody on the way may change its bytes.',
  immutable: 'While it is fresh, not even a reload asks for it again.',
  'stale-while-revalidate': 'For {} after that it may still be used, while the cache asks behind the scenes.',
  'stale-if-error': 'For {} after that it may still be used, when asking fails.',
};

const NEVER: Readonly<Record<string, string>> = { 'no-store': 'not at all', 'no-cache': 'asked again each time' };

function duration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'a time that is no number';
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${round(seconds / 60)} min`;
  return seconds < 172_800 ? `${round(seconds / 3_600)} h` : `${round(seconds / 86_400)} days`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
