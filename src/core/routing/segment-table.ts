import type { TrieNode } from './trie-node.ts';

/** Fewer ways than this are walked as fast as they are looked up. */
const MIN_SEGMENTS = 8;
const SLASH = 0x2f;
/** A hash, a length and a number for each way. */
const STRIDE = 4;

/**
 * Leads over a whole segment at once where very many texts part, so that a large table takes no longer than a small one.
 *
 * It only knows segments on whose way there is nothing but text. What it does not know is walked.
 */
export class SegmentTable<T> {
  /** Behind the segment looked at last. */
  end = 0;
  /** No segment that is missing here could be found by walking. */
  readonly isComplete: boolean;
  readonly #texts: readonly string[];
  readonly #nodes: readonly TrieNode<T>[];
  readonly #table: Int32Array;
  readonly #shift: number;

  private constructor(ways: ReadonlyMap<string, TrieNode<T>>, isComplete: boolean) {
    this.isComplete = isComplete;
    this.#texts = [...ways.keys()];
    this.#nodes = [...ways.values()];
    const bits = 33 - Math.clz32(ways.size);
    this.#shift = 32 - bits;
    this.#table = new Int32Array((1 << bits) * STRIDE);
    this.#texts.forEach((text, index) => this.#insert(text, index));
  }

  /** Gives `undefined` where too few ways part. The node's ways are cut so that each segment ends at a node. */
  static from<T>(node: TrieNode<T>): SegmentTable<T> | undefined {
    const ways = new Map<string, TrieNode<T>>();
    const isComplete = collectSegments(node, '', ways);
    return ways.size < MIN_SEGMENTS ? undefined : new SegmentTable(ways, isComplete);
  }

  /** The node behind the segment that begins at `start`. */
  find(path: string, start: number): TrieNode<T> | undefined {
    const { length } = path;
    let hash = 0;
    let seen = 0;
    let end = start;
    for (; end < length; end++) {
      const code = path.charCodeAt(end);
      if (code === SLASH) break;
      hash = ((hash << 8) | (hash >>> 24)) ^ code;
      seen |= code;
    }
    this.end = end;
    const size = end - start;
    const table = this.#table;
    for (let slot = this.#slotOf(hash); ; slot = (slot + STRIDE) & (table.length - 1)) {
      const index = (table[slot + 2] as number) - 1;
      if (index < 0) return undefined;
      if (table[slot] !== hash || table[slot + 1] !== size) continue;
      // Four bytes are their own hash.
      if ((size <= 4 && seen < 0x100) || path.slice(start, end) === this.#texts[index]) return this.#nodes[index];
    }
  }

  #slotOf(hash: number): number {
    return (Math.imul(hash, 0x9e3779b1) >>> this.#shift) * STRIDE;
  }

  #insert(text: string, index: number): void {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = ((hash << 8) | (hash >>> 24)) ^ text.charCodeAt(at);
    const table = this.#table;
    let slot = this.#slotOf(hash);
    while (table[slot + 2] !== 0) slot = (slot + STRIDE) & (table.length - 1);
    table[slot] = hash;
    table[slot + 1] = text.length;
    table[slot + 2] = index + 1;
  }
}

/** Collects the rests of segments that can be reached over text alone; says whether these are all there are. */
function collectSegments<T>(node: TrieNode<T>, before: string, ways: Map<string, TrieNode<T>>): boolean {
  let isComplete = true;
  for (const next of node.children()) {
    const slash = next.text.indexOf('/');
    if (slash === 0) {
      if (before !== '') ways.set(before, node);
      continue;
    }
    if (slash > 0) next.split(slash);
    const text = before + next.text;
    if (slash > 0 || next.endRoutes) ways.set(text, next);
    if (slash > 0) continue;
    // Where a parameter begins within the segment, all further texts are only one of the ways on.
    if (next.parameterChild || next.restRoutes) isComplete = false;
    else isComplete = collectSegments(next, text, ways) && isComplete;
  }
  return isComplete;
}
