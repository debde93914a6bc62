import { NfaMatcher } from '../../core/matching/nfa-matcher.ts';
import { PatternError } from '../../core/matching/pattern.ts';
import { parseUriTemplate } from '../../core/matching/uri-template.ts';
import { LinearUrlPattern, parseUrlComponents } from '../../core/matching/url-pattern.ts';
import type { UrlComponents } from '../../core/matching/url-pattern.ts';

/** How a pattern is read: byte by byte, as a URL pattern, or, in the earlier dialect, as a URI template. */
export type MatcherType = 'exact' | 'urlpattern' | 'uritemplate';

interface CompiledPattern {
  readonly steps: number;
  readonly test: (topic: string) => boolean;
}

/** An expression that topics match or not. */
export class TopicMatcher {
  readonly type: MatcherType;
  readonly pattern: string;
  /** Matches only the topic that is its pattern, so that it can be found without trying. */
  readonly isExact: boolean;
  readonly isWildcard: boolean;
  /** How much work it is for each character of a topic, at most. */
  readonly steps: number;
  readonly #test: (topic: string) => boolean;
  // The same question is asked for every reader: an update is known by its sequence number, and so is the answer.
  #asked = 0;
  #answer = false;

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

  /** Does it match any of these? @param sequence a number that these topics have and no others */
  matchesAny(topics: readonly string[], sequence: number): boolean {
    if (this.#asked === sequence) return this.#answer;
    this.#asked = sequence;
    return (this.#answer = topics.some(this.#test));
  }
}

/** Makes matchers, and the same one for the same pattern as long as it is in use or was lately. */
export class TopicMatchers {
  readonly #base: string;
  readonly #known = new Map<string, TopicMatcher>();
  readonly #parts = new Map<string, UrlComponents>();

  /** @param base the URL of the hub, against which relative patterns and topics are resolved */
  constructor(base: string) {
    this.#base = base;
  }

  /** @throws {PatternError} when the pattern is none of its type, or asks for what no linear engine can do */
  get(type: MatcherType, pattern: string): TopicMatcher {
    const key = `${type} ${pattern}`;
    let matcher = this.#known.get(key);
    if (matcher === undefined) {
      matcher = new TopicMatcher(type, pattern, pattern === '*' ? undefined : this.#compile(type, pattern));
      if (this.#known.size >= MOST_KNOWN) this.#known.delete(this.#known.keys().next().value!);
      this.#known.set(key, matcher);
    }
    return matcher;
  }

  #compile(type: MatcherType, pattern: string): CompiledPattern | undefined {
    if (type === 'exact') return undefined;
    if (type === 'uritemplate') return compileTemplate(pattern);
    const compiled = new LinearUrlPattern(pattern, this.#base);
    return { steps: compiled.steps, test: (topic) => compiled.matches(this.#partsOf(topic)) };
  }

  #partsOf(topic: string): UrlComponents {
    let parts = this.#parts.get(topic);
    if (parts === undefined) {
      parts = parseUrlComponents(topic, this.#base);
      if (this.#parts.size >= MOST_PARTS) this.#parts.clear();
      this.#parts.set(topic, parts);
    }
    return parts;
  }
}

// What is no template stands for itself alone, and so does every template, beside what it expands to.
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

const MOST_KNOWN = 1000;
const MOST_PARTS = 100;
