import type { ConsideredRange, Language, SchemaErrors } from '../../core/http/language.ts';
import type { HttpContext } from '../../core/http/context.ts';
import { fallbacksOf, parseAcceptLanguage } from './accept-language.ts';
import { cookieValue } from './cookie-value.ts';
import type { LocaleSettings } from './locale-config.ts';

/**
 * Chooses the language of a request: what its route says, else what the visitor chose before, else what their
 * `Accept-Language` asks for by the lookup of RFC 4647 §3.4, else the fallback.
 *
 * @example
 * ```ts
 * import { Languages } from './languages.ts';
 * const languages = new Languages({ supported: ['en', 'fr'] });
 * languages.accepted('de, fr-CH;q=0.8').because; // => 'fr-ch with q=0.8 in Accept-Language is served as fr'
 * ```
 */
export class Languages {
  readonly supported: readonly string[];
  readonly sessionKey: string | undefined;
  readonly #cookie: string | undefined;
  readonly #fallback: string;
  readonly #vary: string;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #words: ReadonlyMap<string, SchemaErrors>;
  // Servers hear the same few headers all day; the oldest is forgotten, so that rare ones cannot fill the memory.
  readonly #known = new Map<string, Language>();
  // Many come several times in a row, and to look a text up that is fresh from a socket takes hashing it.
  #lastKey: string | undefined = undefined;
  #last: Language | undefined = undefined;
  readonly #chosen = new Map<string, Language>();

  /** @param words how schemas tell what is wrong, by tag */
  constructor(
    { supported, fallback, cookie, sessionKey }: LocaleSettings,
    words: ReadonlyMap<string, SchemaErrors> = NO_WORDS,
  ) {
    this.supported = supported;
    this.sessionKey = sessionKey;
    this.#cookie = cookie;
    this.#fallback = fallback ?? supported[0]!;
    // Who sent no cookie got their answer for that reason, too.
    this.#vary = cookie === undefined && sessionKey === undefined ? 'Accept-Language' : 'Cookie, Accept-Language';
    this.#byName = new Map(supported.map((tag) => [tag.toLowerCase(), tag]));
    this.#words = words;
  }

  /** What the headers say: known before any route is. */
  ofHeaders({ headers }: HttpContext): Language {
    const accept = headers.get('accept-language');
    if (this.#cookie === undefined) return this.accepted(accept);
    const cookies = headers.get('cookie');
    const wanted = cookies === undefined ? undefined : cookieValue(cookies, this.#cookie);
    const chosen = wanted === undefined ? undefined : this.#preferred(wanted, 'cookie');
    return chosen ?? this.accepted(accept);
  }

  /** What the session says; undefined when it says nothing that is spoken here. */
  ofSession(wanted: unknown): Language | undefined {
    return typeof wanted === 'string' ? this.#preferred(wanted, 'session') : undefined;
  }

  /** What the route says; undefined when it names a language that is not spoken here. */
  ofRoute(wanted: string): Language | undefined {
    const tag = this.#byName.get(wanted.toLowerCase());
    return tag === undefined ? undefined : this.#make(tag, 'route', `the route says _locale ${tag}`, '');
  }

  /** What an `Accept-Language` header comes to; the same header gets the same object again. */
  accepted(header = ''): Language {
    if (header === this.#lastKey) return this.#last!;
    let known = this.#known.get(header);
    if (known === undefined) {
      known = this.#lookUp(header);
      if (header.length > LONGEST_KEY) return known;
      remember(this.#known, header, known);
    }
    this.#lastKey = header;
    return (this.#last = known);
  }

  #preferred(wanted: string, source: 'session' | 'cookie'): Language | undefined {
    const tag = wanted.length > LONGEST_PREFERENCE ? undefined : this.#find(wanted.toLowerCase());
    if (tag === undefined) return undefined;
    return this.#make(tag, source, `the visitor chose ${tag}, says the ${source}`, 'Cookie');
  }

  #find(range: string): string | undefined {
    for (const each of fallbacksOf(range)) {
      const tag = this.#byName.get(each);
      if (tag !== undefined) return tag;
    }
    return undefined;
  }

  #lookUp(header: string): Language {
    const vary = this.#vary;
    if (header.trim() === '') return this.#default('no Accept-Language header was sent', vary, []);
    const ranges = parseAcceptLanguage(header);
    // The narrowest range that covers a tag speaks for it: "fr, fr-CA;q=0" takes French, but not that of Canada.
    const refused = new Set(ranges.filter(({ q }) => q === 0).map(({ range }) => range));
    let found: { tag: string; range: string; q: number } | undefined;
    const considered: ConsideredRange[] = [];
    for (const { range, q } of ranges) {
      const tag = q === 0 || range === '*' ? undefined : this.#find(range);
      const mayBe = tag !== undefined && !refused.has(tag.toLowerCase());
      considered.push({ range, q, outcome: fateOf(range, q, tag, mayBe, found?.tag) });
      if (mayBe) found ??= { tag, range, q };
    }
    if (found === undefined)
      return this.#default('nothing in Accept-Language is spoken here', vary, considered, refused);
    const because = `${found.range} with q=${found.q} in Accept-Language is served as ${found.tag}`;
    return this.#make(found.tag, 'accept-language', because, vary, considered);
  }

  // Somebody who refuses the fallback by name gets the first language they do not refuse.
  #default(why: string, vary: string, considered: readonly ConsideredRange[], refused?: ReadonlySet<string>): Language {
    const candidates = [this.#fallback, ...this.supported];
    const tag = candidates.find((each) => !fallbacksOf(each.toLowerCase()).some((name) => refused?.has(name)));
    return this.#make(tag ?? this.#fallback, 'fallback', why, vary, considered);
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
      schemaErrors: this.#words.get(tag),
    });
    if (key !== undefined) this.#chosen.set(key, language);
    return language;
  }
}

const LONGEST_KEY = 512;
const MOST_KNOWN = 256;
const LONGEST_PREFERENCE = 64;
const NOTHING: readonly ConsideredRange[] = Object.freeze([]);
const NO_WORDS: ReadonlyMap<string, SchemaErrors> = new Map();

function remember(map: Map<string, Language>, key: string, language: Language): void {
  if (map.size >= MOST_KNOWN) map.delete(map.keys().next().value!);
  map.set(key, language);
}

function fateOf(range: string, q: number, tag: string | undefined, mayBe: boolean, found: string | undefined): string {
  if (q === 0) return 'refused';
  if (range === '*') return 'anything will do: the fallback, when nothing else fits';
  if (tag === undefined) return 'not spoken here';
  if (!mayBe) return `${tag} would do, but is refused`;
  return found === undefined ? `served as ${tag}` : `${tag} is spoken; another is liked better`;
}
