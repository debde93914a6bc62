import { CharacterSet } from './character-set.ts';
import { parseComponent } from './component-parser.ts';
import { LinearMatcher } from './linear-matcher.ts';
import { PatternError, repeat } from './shape.ts';
import type { Shape } from './shape.ts';

/** The parts of a topic that is a URL, as URL patterns see it; undefined for one that is none. */
export type TopicParts = readonly string[] | undefined;

/** Takes a topic apart, in the order of the components. */
export function topicParts(topic: string, base: string): TopicParts {
  if (!URL.canParse(topic, base)) return undefined;
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(topic, base);
  return [protocol.slice(0, -1), username, password, hostname, port, pathname, search.slice(1), hash.slice(1)];
}

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;
const MOST_GROUPS = 100;
const SPECIAL = ['http', 'https', 'ws', 'wss', 'ftp', 'file'];

/**
 * A URL pattern that is matched in linear time. The standard's own reader takes it apart and normalizes it; but it would
 * match with a backtracking expression, so that is done here.
 */
export class LinearUrlPattern {
  // Undefined where anything will do.
  readonly #matchers: readonly (LinearMatcher | string | undefined)[];

  /** @throws {PatternError} when it is none, or asks for what no linear engine can do */
  constructor(source: string, base: string) {
    const pattern = readPattern(source, base);
    const isSpecial = parseOne(pattern.protocol, 'protocol', false);
    const special = SPECIAL.some((scheme) => fits(isSpecial, scheme));
    this.#matchers = COMPONENTS.map((name) =>
      name === 'protocol' ? isSpecial : parseOne(pattern[name], name, special),
    );
  }

  /** How large it is, all its parts together. */
  get steps(): number {
    return this.#matchers.reduce((sum, each) => sum + (each instanceof LinearMatcher ? each.steps : 0), 0);
  }

  matches(parts: TopicParts): boolean {
    return parts !== undefined && this.#matchers.every((matcher, index) => fits(matcher, parts[index]!));
  }
}

function fits(matcher: LinearMatcher | string | undefined, value: string): boolean {
  if (matcher === undefined) return true;
  return typeof matcher === 'string' ? matcher === value : matcher.matches(value);
}

function readPattern(source: string, base: string): URLPattern {
  // The standard's reader takes milliseconds for thousands of groups, and nobody needs more than a few.
  if (source.length > MOST_GROUPS && (source.match(/[*:({]/g)?.length ?? 0) > MOST_GROUPS)
    throw new PatternError('the pattern has too many groups');
  try {
    return new URLPattern(source, base);
  } catch {
    try {
      // A whole URL whose scheme is left open takes no base.
      return new URLPattern(source);
    } catch {
      throw new PatternError('it is not a well-formed URL pattern');
    }
  }
}

function parseOne(
  component: string,
  name: (typeof COMPONENTS)[number],
  special: boolean,
): LinearMatcher | string | undefined {
  if (component === '*') return undefined;
  const segment = name === 'pathname' && special ? PATH_SEGMENT : name === 'hostname' ? LABEL : ANY_PIECE;
  const shape = parseComponent(component, segment, name === 'pathname' && special ? '/' : '');
  return shape.kind === 'text' ? shape.text : new LinearMatcher(shape);
}

function pieceOf(set: string): Shape {
  return repeat({ kind: 'set', set: new CharacterSet(set) }, 1, Infinity);
}

const PATH_SEGMENT = pieceOf('[^\\/]');
const LABEL = pieceOf('[^.]');
const ANY_PIECE = pieceOf('[^]');
