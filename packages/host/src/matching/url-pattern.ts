import { CharacterClass } from './character-class.ts';
import { parseComponent } from './url-pattern-parser.ts';
import { NfaMatcher } from './nfa-matcher.ts';
import { PatternError, repeat } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { message } from 'oriel-core/messages';

/** The components of a URL in the order of `COMPONENTS`; undefined for a text that is not a URL. */
export type UrlComponents = readonly string[] | undefined;

/** Splits a URL into the components that URL patterns match. */
export function parseUrlComponents(url: string, base: string): UrlComponents {
  if (!URL.canParse(url, base)) return undefined;
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(url, base);
  return [protocol.slice(0, -1), username, password, hostname, port, pathname, search.slice(1), hash.slice(1)];
}

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;
const MAX_GROUPS = 100;
const SPECIAL_SCHEMES = ['http', 'https', 'ws', 'wss', 'ftp', 'file'];

/**
 * A URL pattern (WHATWG URL Pattern) that matches in linear time. `URLPattern` parses and normalizes the pattern; its own
 * matching uses backtracking expressions and is not used.
 */
export class LinearUrlPattern {
  // A text matches literally; undefined matches everything.
  readonly #matchers: readonly (NfaMatcher | string | undefined)[];

  /** @throws {PatternError} if the pattern is invalid or cannot be matched in linear time */
  constructor(source: string, base: string) {
    const pattern = parseWithStandard(source, base);
    const protocol = createComponentMatcher(pattern.protocol, 'protocol', false);
    const special = SPECIAL_SCHEMES.some((scheme) => matchesComponent(protocol, scheme));
    this.#matchers = COMPONENTS.map((name) =>
      name === 'protocol' ? protocol : createComponentMatcher(pattern[name], name, special),
    );
  }

  /** The size of the pattern: the steps of all components. */
  get steps(): number {
    return this.#matchers.reduce((sum, matcher) => sum + (matcher instanceof NfaMatcher ? matcher.steps : 0), 0);
  }

  matches(components: UrlComponents): boolean {
    return (
      components !== undefined &&
      this.#matchers.every((matcher, index) => matchesComponent(matcher, components[index]!))
    );
  }
}

function matchesComponent(matcher: NfaMatcher | string | undefined, value: string): boolean {
  if (matcher === undefined) return true;
  return typeof matcher === 'string' ? matcher === value : matcher.matches(value);
}

function parseWithStandard(source: string, base: string): URLPattern {
  // URLPattern takes milliseconds to parse thousands of groups.
  if (source.length > MAX_GROUPS && (source.match(/[*:({]/g)?.length ?? 0) > MAX_GROUPS)
    throw new PatternError(message('pattern.too-many-groups'));
  try {
    return new URLPattern(source, base);
  } catch {
    try {
      // A full URL with a wildcard scheme does not accept a base.
      return new URLPattern(source);
    } catch {
      throw new PatternError(message('pattern.invalid-url-pattern'));
    }
  }
}

function createComponentMatcher(
  component: string,
  name: (typeof COMPONENTS)[number],
  special: boolean,
): NfaMatcher | string | undefined {
  if (component === '*') return undefined;
  const segment = name === 'pathname' && special ? PATH_SEGMENT : name === 'hostname' ? LABEL : ANY_TEXT;
  const pattern = parseComponent(component, segment, name === 'pathname' && special ? '/' : '');
  return pattern.kind === 'text' ? pattern.text : new NfaMatcher(pattern);
}

function oneOrMore(set: string): Pattern {
  return repeat({ kind: 'class', set: new CharacterClass(set) }, 1, Infinity);
}

const PATH_SEGMENT = oneOrMore('[^\\/]');
const LABEL = oneOrMore('[^.]');
const ANY_TEXT = oneOrMore('[^]');
