import type { CandidateVisitor, PathTrie } from './path-trie.ts';
import type { RouteEntry } from './route-entry.ts';
import type { RouteIndex } from './route-index.ts';
import type { RouteMatch } from './request-context.ts';

/** `nothing`: no route has the path, be it with or without a slash at its end. `unusual`: ask the thorough search. */
export type FastResult = RouteMatch | 'nothing' | 'unusual';

/**
 * Answers the ordinary request: a path without percent signs and without a slash at its end, and routes for which the
 * path and the method alone decide.
 *
 * It never guesses. Whatever it is not made for it hands over, so it holds no rule of its own about slashes, schemes,
 * hosts or conditions. Because it runs no foreign code, one object can serve every request.
 */
export class FastLookup implements CandidateVisitor<RouteEntry> {
  readonly #index: RouteIndex;
  readonly #trie: PathTrie<RouteEntry>;
  readonly #statics: ReadonlyMap<string, readonly RouteEntry[]>;
  /** 1 for every length that some plain path has, so that most paths with parameters need not be hashed. */
  readonly #lengths: Uint8Array;
  readonly #spans: readonly number[];
  readonly #hasBytes: boolean;
  readonly #hasPercent: boolean;
  #path = '';
  #method = '';
  #answer: FastResult = 'nothing';
  /** The place of the answer among all routes: only an earlier route can take it. */
  #order = Infinity;
  #isRefused = false;

  constructor(index: RouteIndex) {
    this.#index = index;
    this.#trie = index.characters;
    this.#statics = index.statics;
    this.#spans = index.characters.spans;
    this.#hasBytes = index.hasBytes;
    this.#hasPercent = index.hasPercent;
    let longest = 0;
    for (const { length } of index.statics.keys()) longest = Math.max(longest, length);
    this.#lengths = new Uint8Array(longest + 1);
    for (const { length } of index.statics.keys()) this.#lengths[length] = 1;
  }

  find(path: string, method: string): FastResult {
    const slash = 0x2f;
    const { length } = path;
    if (length === 0 || (path.charCodeAt(length - 1) === slash && length > 1) || this.#hasBytes) return 'unusual';
    if (this.#hasPercent && path.includes('%')) return 'unusual';
    if (this.#lengths[length] === 1) {
      const plain = this.#statics.get(path);
      if (plain !== undefined) return findPlain(plain, method);
    }
    const way = length > 1 ? this.#trie.followSinglePath(path) : 'forked';
    // A path that was followed to its end has no percent sign: no text in the table has one, and its parameters were looked at.
    if (way === undefined || way === 'forked')
      return path.includes('%') ? 'unusual' : this.#findForked(path, method, way);
    const given = this.#trie.spanCount;
    let isRefused = false;
    for (let index = 0; index < way.length; index++) {
      const entry = way[index] as RouteEntry;
      if (!entry.isPathOnly) return 'unusual';
      if (entry.allows(method)) {
        const match = entry.matchFast(path, this.#spans, given);
        if (match !== undefined) return match;
      } else {
        isRefused = true;
      }
    }
    return isRefused || !this.#isNothing(path) ? 'unusual' : 'nothing';
  }

  /** Asks every list of routes on every way, and takes the first route of all. */
  #findForked(path: string, method: string, way: 'forked' | undefined): FastResult {
    this.#path = path;
    this.#method = method;
    this.#answer = 'nothing';
    this.#order = Infinity;
    this.#isRefused = false;
    if (way === 'forked') this.#trie.collectCandidates(path, this);
    return this.#answer === 'nothing' && (this.#isRefused || !this.#isNothing(path)) ? 'unusual' : this.#answer;
  }

  /** Takes the first entry that answers, unless an earlier one is known. */
  addCandidates(list: readonly RouteEntry[], given: number): void {
    for (let index = 0; index < list.length; index++) {
      const entry = list[index] as RouteEntry;
      if (entry.order > this.#order) return;
      if (!entry.isPathOnly) return this.#take('unusual', entry);
      if (entry.allows(this.#method)) {
        const match = entry.matchFast(this.#path, this.#spans, given);
        if (match !== undefined) return this.#take(match, entry);
      } else {
        this.#isRefused = true;
      }
    }
  }

  #take(answer: FastResult, { order }: RouteEntry): void {
    this.#answer = answer;
    this.#order = order;
  }

  /** A slash at the end can only matter to a lookup that came there. */
  #isNothing(path: string): boolean {
    if (path === '/') return false;
    return !this.#trie.isEndReached || this.#index.candidates(`${path}/`, undefined).isEmpty;
  }
}

function findPlain(entries: readonly RouteEntry[], method: string): FastResult {
  for (const entry of entries) {
    if (!entry.isPathOnly || !entry.fixed) return 'unusual';
    if (entry.allows(method)) return entry.fixed;
  }
  return 'unusual';
}
