import type { TrieNode } from './trie-node.ts';

/** With fewer segments, following the trie is as fast as a lookup. */
const MIN_SEGMENTS = 8;
const SLASH = 0x2f;
/** Each entry has a hash, a length and an index; the fourth number is unused. */
const STRIDE = 4;

/**
 * A hash table of whole segments below a node with many text children, so that lookups do not slow down in large tables.
 *
 * It contains only segments that consist of text. Others are found by following the trie.
 */
export class SegmentTable<T> {
  /** The end of the segment of the last lookup. */
  end = 0;
  /** Whether a segment that is not in the table cannot be in the trie. */
  readonly isComplete: boolean;
  readonly #texts: readonly string[];
  readonly #nodes: readonly TrieNode<T>[];
  readonly #table: Int32Array;
  readonly #shift: number;

  private constructor(segments: ReadonlyMap<string, TrieNode<T>>, isComplete: boolean) {
    this.isComplete = isComplete;
    this.#texts = [...segments.keys()];
    this.#nodes = [...segments.values()];
    const bits = 33 - Math.clz32(segments.size);
    this.#shift = 32 - bits;
    this.#table = new Int32Array((1 << bits) * STRIDE);
    this.#texts.forEach((text, index) => this.#insert(text, index));
  }

  /** Returns undefined for a node with few segments. Splits nodes so that each segment ends at one. */
  static from<T>(node: TrieNode<T>): SegmentTable<T> | undefined {
    const segments = new Map<string, TrieNode<T>>();
    const isComplete = collectSegments(node, '', segments);
    return segments.size < MIN_SEGMENTS ? undefined : new SegmentTable(segments, isComplete);
  }

  /** Returns the node after the segment that begins at `start`. */
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
      // The hash of up to four single-byte characters is unique.
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

/** Adds the segments that consist of text alone; returns whether these are all segments below the node. */
function collectSegments<T>(node: TrieNode<T>, before: string, segments: Map<string, TrieNode<T>>): boolean {
  let isComplete = true;
  for (const next of node.children()) {
    const slash = next.text.indexOf('/');
    if (slash === 0) {
      if (before !== '') segments.set(before, node);
      continue;
    }
    if (slash > 0) next.split(slash);
    const text = before + next.text;
    if (slash > 0 || next.endRoutes) segments.set(text, next);
    if (slash > 0) continue;
    // A parameter within the segment makes other matches possible.
    if (next.parameterChild || next.restRoutes) isComplete = false;
    else isComplete = collectSegments(next, text, segments) && isComplete;
  }
  return isComplete;
}
