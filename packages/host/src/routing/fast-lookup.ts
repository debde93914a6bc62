import type { PathTrie } from './path-trie.ts';
import type { CandidateVisitor } from './trie-traversal.ts';
import type { RouteEntry } from './route-entry.ts';
import type { RouteIndex } from './route-index.ts';
import type { RouteMatch } from './route.ts';

/**
 * `not-found`: no route matches the path, with or without a trailing slash. `undecided`: use the full lookup.
 */
export type FastResult = RouteMatch | 'not-found' | 'undecided';

/**
 * Finds the route of common requests: paths without percent signs and without a trailing slash, and routes that depend on
 * the path and the method alone.
 *
 * All other requests are left to `FullLookup`, so trailing slashes, schemes, hosts and conditions are handled there only.
 */
export class FastLookup implements CandidateVisitor<RouteEntry> {
  readonly #index: RouteIndex;
  readonly #trie: PathTrie<RouteEntry>;
  readonly #statics: ReadonlyMap<string, readonly RouteEntry[]>;
  /** Contains 1 at the length of each static path, so that most other paths need not be hashed. */
  readonly #lengths: Uint8Array;
  readonly #spans: readonly number[];
  readonly #hasBytes: boolean;
  readonly #hasPercent: boolean;
  #path = '';
  #method = '';
  #answer: FastResult = 'not-found';
  /** The order of the route found so far; only earlier routes can replace it. */
  #order = Infinity;
  #isMethodRefused = false;

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
    if (length === 0 || (path.charCodeAt(length - 1) === slash && length > 1) || this.#hasBytes) return 'undecided';
    if (this.#hasPercent && path.includes('%')) return 'undecided';
    if (this.#lengths[length] === 1) {
      const entries = this.#statics.get(path);
      if (entries !== undefined) return findStatic(entries, method);
    }
    const branch = length > 1 ? this.#trie.followSinglePath(path) : 'forked';
    // A path that was followed to its end has no percent sign: neither its texts nor its parameters contain one.
    if (branch === undefined || branch === 'forked')
      return path.includes('%') ? 'undecided' : this.#findForked(path, method, branch);
    const spanCount = this.#trie.spanCount;
    let isMethodRefused = false;
    for (let index = 0; index < branch.length; index++) {
      const entry = branch[index] as RouteEntry;
      if (!entry.isPathOnly) return 'undecided';
      if (entry.allows(method)) {
        const match = entry.matchFast(path, this.#spans, spanCount);
        if (match !== undefined) return match;
      } else {
        isMethodRefused = true;
      }
    }
    return isMethodRefused || !this.#isNotFound(path) ? 'undecided' : 'not-found';
  }

  /** Tries the candidates of all branches, and returns the match of the first route. */
  #findForked(path: string, method: string, branch: 'forked' | undefined): FastResult {
    this.#path = path;
    this.#method = method;
    this.#answer = 'not-found';
    this.#order = Infinity;
    this.#isMethodRefused = false;
    if (branch === 'forked') this.#trie.collectCandidates(path, this);
    return this.#answer === 'not-found' && (this.#isMethodRefused || !this.#isNotFound(path))
      ? 'undecided'
      : this.#answer;
  }

  /** Tries the entries that come before the route found so far. */
  addCandidates(list: readonly RouteEntry[], spanCount: number): void {
    for (let index = 0; index < list.length; index++) {
      const entry = list[index] as RouteEntry;
      if (entry.order > this.#order) return;
      if (!entry.isPathOnly) return this.#take('undecided', entry);
      if (entry.allows(this.#method)) {
        const match = entry.matchFast(this.#path, this.#spans, spanCount);
        if (match !== undefined) return this.#take(match, entry);
      } else {
        this.#isMethodRefused = true;
      }
    }
  }

  #take(answer: FastResult, { order }: RouteEntry): void {
    this.#answer = answer;
    this.#order = order;
  }

  /** A trailing slash can only change a lookup that reached the end of the path. */
  #isNotFound(path: string): boolean {
    if (path === '/') return false;
    return !this.#trie.isEndReached || this.#index.candidates(`${path}/`, undefined).isEmpty;
  }
}

function findStatic(entries: readonly RouteEntry[], method: string): FastResult {
  for (const entry of entries) {
    if (!entry.isPathOnly || !entry.fixed) return 'undecided';
    if (entry.allows(method)) return entry.fixed;
  }
  return 'undecided';
}
