import { Memo } from 'oriel-core/http';
import { NfaMatcher } from '../../matching/nfa-matcher.ts';
import { PatternError } from '../../matching/pattern.ts';
import { parseUriTemplate } from '../../matching/uri-template.ts';
import { LinearUrlPattern, parseUrlComponents } from '../../matching/url-pattern.ts';
import type { UrlComponents } from '../../matching/url-pattern.ts';

/** The type of a matcher: an exact topic, a URL pattern or, in the earlier dialect, a URI template. */
export type MatcherType = 'exact' | 'urlpattern' | 'uritemplate';

interface CompiledPattern {
  readonly steps: number;
  readonly test: (topic: string) => boolean;
}

/** A compiled matcher of topics. */
export class TopicMatcher {
  readonly type: MatcherType;
  readonly pattern: string;
  /** Whether it matches only the topic equal to its pattern, so that it can be looked up. */
  readonly isExact: boolean;
  readonly isWildcard: boolean;
  /** The maximum number of steps per character of a topic. */
  readonly steps: number;
  readonly #test: (topic: string) => boolean;
  // The result for the last update, because each update is tested for every subscriber.
  #lastSequence = 0;
  #lastResult = false;

  constructor(type: MatcherType, pattern: string, compiled: CompiledPattern | undefined) {
    this.type = type;
    this.pattern = pattern;
    this.isWildcard = pattern === '*';
    this.isExact = !this.isWildcard && compiled === undefined;
    this.steps = compiled?.steps ?? 0;
    this.#test = this.isWildcard ? () => true : (compiled?.test ?? ((topic) => topic === pattern));
  }

  matches(topic: string): boolean {
    return this.#test(topic);
  }

  /** Returns true if any of the topics matches. @param sequence the sequence number of the update that has the topics */
  matchesAny(topics: readonly string[], sequence: number): boolean {
    if (this.#lastSequence === sequence) return this.#lastResult;
    this.#lastSequence = sequence;
    return (this.#lastResult = topics.some(this.#test));
  }
}

/** Compiles matchers and caches up to 1,000. */
export class TopicMatchers {
  readonly #base: string;
  readonly #matchers = new Memo<TopicMatcher>(MAX_MATCHERS);
  readonly #parts = new Map<string, UrlComponents>();

  /** @param base the URL of the hub, against which relative patterns and topics are resolved */
  constructor(base: string) {
    this.#base = base;
  }

  /** @throws {PatternError} if the pattern is invalid, or uses syntax that cannot be matched in linear time */
  get(type: MatcherType, pattern: string): TopicMatcher {
    const key = `${type} ${pattern}`;
    let matcher = this.#matchers.get(key);
    if (matcher === undefined) {
      matcher = new TopicMatcher(type, pattern, pattern === '*' ? undefined : this.#compile(type, pattern));
      this.#matchers.set(key, matcher);
    }
    return matcher;
  }

  #compile(type: MatcherType, pattern: string): CompiledPattern | undefined {
    if (type === 'exact') return undefined;
    if (type === 'uritemplate') return compileTemplate(pattern);
    const compiled = new LinearUrlPattern(pattern, this.#base);
    return { steps: compiled.steps, test: (topic) => compiled.matches(this.#getParts(topic)) };
  }

  #getParts(topic: string): UrlComponents {
    let parts = this.#parts.get(topic);
    if (parts === undefined) {
      parts = parseUrlComponents(topic, this.#base);
      if (this.#parts.size >= MAX_PARTS) this.#parts.clear();
      this.#parts.set(topic, parts);
    }
    return parts;
  }
}

// Text that is not a URI template matches itself only. A template matches itself and its expansions.
function compileTemplate(pattern: string): CompiledPattern | undefined {
  try {
    const shape = parseUriTemplate(pattern);
    if (shape === undefined) return undefined;
    const matcher = new NfaMatcher(shape);
    return { steps: matcher.steps, test: (topic) => topic === pattern || matcher.matches(topic) };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

const MAX_MATCHERS = 1000;
const MAX_PARTS = 100;
