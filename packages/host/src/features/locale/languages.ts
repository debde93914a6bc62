import type { ConsideredRange, Language, SchemaErrors, HttpContext } from 'oriel-core/http';
import { Memo, cookieValues } from 'oriel-core/http';
import { getFallbacks, parseAcceptLanguage } from './accept-language.ts';
import type { LocaleSettings } from './locale-config.ts';

/**
 * Chooses the language of a request: that of its route, otherwise the preference in the session or the cookie, otherwise the
 * best match of `Accept-Language` (lookup, RFC 4647 §3.4), otherwise the first supported one.
 */
export class Languages {
  readonly supported: readonly string[];
  readonly sessionKey: string | undefined;
  readonly #cookie: string | undefined;
  readonly #vary: string;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #schemaErrors: ReadonlyMap<string, SchemaErrors>;
  // Most requests have one of a few headers. The cache is limited, so that rare headers cannot fill the memory.
  readonly #known = new Memo<Language>(MAX_CACHED);
  // Consecutive requests often have the same header, and comparing it is cheaper than hashing it.
  #lastKey: string | undefined = undefined;
  #last: Language | undefined = undefined;
  readonly #chosen = new Map<string, Language>();

  /** @param schemaErrors functions that translate validation errors of schemas, by language tag */
  constructor(
    { supported, cookie, sessionKey }: LocaleSettings,
    schemaErrors: ReadonlyMap<string, SchemaErrors> = NO_SCHEMA_ERRORS,
  ) {
    this.supported = supported;
    this.sessionKey = sessionKey;
    this.#cookie = cookie;
    // A response to a request without the cookie depends on its absence as well.
    this.#vary = cookie === undefined && sessionKey === undefined ? 'Accept-Language' : 'Cookie, Accept-Language';
    this.#byName = new Map(supported.map((tag) => [tag.toLowerCase(), tag]));
    this.#schemaErrors = schemaErrors;
  }

  /** Returns the language of the headers, which is known before routing. */
  ofHeaders({ headers }: HttpContext): Language {
    const accept = headers.get('accept-language');
    if (this.#cookie === undefined) return this.accepted(accept);
    const cookies = headers.get('cookie');
    const wanted = unquote(cookieValues(cookies, this.#cookie)[0]);
    const chosen = wanted === undefined ? undefined : this.#preferred(wanted, 'cookie');
    return chosen ?? this.accepted(accept);
  }

  /** Returns the language of the session value; undefined if it is not a supported language. */
  ofSession(wanted: unknown): Language | undefined {
    return typeof wanted === 'string' ? this.#preferred(wanted, 'session') : undefined;
  }

  /** Returns the language of the route parameter `_locale`; undefined if it is not supported. */
  ofRoute(wanted: string): Language | undefined {
    const tag = this.#byName.get(wanted.toLowerCase());
    return tag === undefined ? undefined : this.#make(tag, 'route', `the route has _locale ${tag}`, '');
  }

  /** Returns the language for an `Accept-Language` header. The result is cached. */
  accepted(header = ''): Language {
    if (header === this.#lastKey) return this.#last!;
    let known = this.#known.get(header);
    if (known === undefined) {
      known = this.#lookUp(header);
      if (header.length > MAX_CACHED_HEADER) return known;
      this.#known.set(header, known);
    }
    this.#lastKey = header;
    return (this.#last = known);
  }

  #preferred(wanted: string, source: 'session' | 'cookie'): Language | undefined {
    const tag = wanted.length > MAX_PREFERENCE ? undefined : this.#find(wanted.toLowerCase());
    if (tag === undefined) return undefined;
    return this.#make(tag, source, `the ${source} has the preference ${tag}`, 'Cookie');
  }

  #find(range: string): string | undefined {
    for (const fallback of getFallbacks(range)) {
      const tag = this.#byName.get(fallback);
      if (tag !== undefined) return tag;
    }
    return undefined;
  }

  #lookUp(header: string): Language {
    const vary = this.#vary;
    if (header.trim() === '') return this.#default('no Accept-Language header was sent', vary, []);
    const ranges = parseAcceptLanguage(header);
    // The most specific range decides: "fr, fr-CA;q=0" accepts French, but not Canadian French.
    const refused = new Set(ranges.filter(({ q }) => q === 0).map(({ range }) => range));
    let found: { tag: string; range: string; q: number } | undefined;
    const considered: ConsideredRange[] = [];
    for (const { range, q } of ranges) {
      const tag = q === 0 || range === '*' ? undefined : this.#find(range);
      const isAccepted = tag !== undefined && !refused.has(tag.toLowerCase());
      considered.push({ range, q, outcome: describeOutcome(range, q, tag, isAccepted, found?.tag) });
      if (isAccepted) found ??= { tag, range, q };
    }
    if (found === undefined)
      return this.#default('no language in Accept-Language is supported', vary, considered, refused);
    const because = `${found.range} with q=${found.q} in Accept-Language matches ${found.tag}`;
    return this.#make(found.tag, 'accept-language', because, vary, considered);
  }

  // The first language that the header does not refuse with q=0.
  #default(why: string, vary: string, considered: readonly ConsideredRange[], refused?: ReadonlySet<string>): Language {
    const tag = this.supported.find((text) => !getFallbacks(text.toLowerCase()).some((name) => refused?.has(name)));
    return this.#make(tag ?? this.supported[0]!, 'fallback', why, vary, considered);
  }

  #make(
    tag: string,
    source: Language['source'],
    because: string,
    vary: string,
    considered: readonly ConsideredRange[] = NOTHING,
  ): Language {
    const key = source === 'route' || source === 'session' || source === 'cookie' ? `${source} ${tag}` : undefined;
    const known = key === undefined ? undefined : this.#chosen.get(key);
    if (known) return known;
    const language: Language = Object.freeze({
      tag,
      source,
      because,
      vary,
      considered,
      schemaErrors: this.#schemaErrors.get(tag),
    });
    if (key !== undefined) this.#chosen.set(key, language);
    return language;
  }
}

function unquote(value: string | undefined): string | undefined {
  return value !== undefined && /^".*"$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}

const MAX_CACHED_HEADER = 512;
const MAX_CACHED = 256;
const MAX_PREFERENCE = 64;
const NOTHING: readonly ConsideredRange[] = Object.freeze([]);
const NO_SCHEMA_ERRORS: ReadonlyMap<string, SchemaErrors> = new Map();

function describeOutcome(
  range: string,
  q: number,
  tag: string | undefined,
  isAccepted: boolean,
  found: string | undefined,
): string {
  if (q === 0) return 'refused';
  if (range === '*') return 'any language: the first supported one if nothing else matches';
  if (tag === undefined) return 'not supported';
  if (!isAccepted) return `${tag} matches, but is refused`;
  return found === undefined ? `matches ${tag}` : `${tag} is supported, but another is preferred`;
}
