import type { TrieRoute } from './trie-insertion.ts';
import type { TrieNode } from './trie-node.ts';

/** Receives each list of candidate routes, ordered by priority, and the number of parameter spans found so far. */
export interface CandidateVisitor<T> {
  addCandidates(list: readonly T[], spans: number): void;
}

/** A trie and the results of its last lookup, which the functions below write. */
export interface TrieLookup<T extends TrieRoute> {
  readonly root: TrieNode<T>;
  /** Start and end of each parameter on the branch of the last list. */
  readonly spans: number[];
  /** The number of spans that `followSinglePath` wrote. */
  spanCount: number;
  /** Whether the last lookup reached the end of the path, so that a trailing slash could change its result. */
  isEndReached: boolean;
  /** The end of the text that `nextTextNode` matched. */
  next: number;
}

/** From this length on, comparing a slice is faster than comparing code units. */
const LONG_TEXT = 6;

/** Returns the text child that matches at a position, and sets `trie.next` to the end of its text. */
export function nextTextNode<T extends TrieRoute>(
  trie: TrieLookup<T>,
  node: TrieNode<T>,
  path: string,
  position: number,
): TrieNode<T> | undefined {
  const { segmentTable: jump } = node;
  if (jump !== undefined) {
    const target = jump.find(path, position);
    if (target !== undefined) {
      trie.next = jump.end;
      return target;
    }
    if (jump.isComplete && jump.end > position) {
      if (jump.end === path.length) trie.isEndReached = true;
      return undefined;
    }
  }
  const next = node.childFor(path.charCodeAt(position));
  if (next === undefined) return undefined;
  const { size } = next;
  const end = position + size;
  if (end > path.length) {
    trie.isEndReached = true;
    return undefined;
  }
  trie.next = end;
  if (size >= LONG_TEXT) return path.slice(position, end) === next.text ? next : undefined;
  const { codes } = next;
  if (codes !== undefined) {
    for (let index = 1; index < size; index++) {
      if (path.charCodeAt(position + index) !== codes[index]) return undefined;
    }
  }
  return next;
}

const SLASH = 0x2f;

/** Visits all branches that a path can take, and passes the routes of each to the visitor. */
export function visitCandidates<T extends TrieRoute>(
  trie: TrieLookup<T>,
  from: TrieNode<T>,
  path: string,
  at: number,
  known: number,
  visitor: CandidateVisitor<T>,
): void {
  const { length } = path;
  let node = from;
  let position = at;
  let count = known;
  // Most paths have one branch; only a second one needs a recursive call.
  for (;;) {
    if (node.restRoutes !== undefined) visitor.addCandidates(node.restRoutes, count);
    const left = length - position;
    if (left <= 1 && node.endRoutes !== undefined && (left === 0 || path.charCodeAt(position) === SLASH)) {
      visitor.addCandidates(node.endRoutes, count);
    }
    let next: TrieNode<T> | undefined;
    if (left === 0) trie.isEndReached = true;
    else next = nextTextNode(trie, node, path, position);
    const { parameterChild: any } = node;
    if (any === undefined) {
      if (next === undefined) return;
      node = next;
      position = trie.next;
    } else {
      if (next !== undefined) visitCandidates(trie, next, path, trie.next, count, visitor);
      const { spans } = trie;
      spans[count * 2] = position;
      position = endOfSegment(path, position);
      spans[count * 2 + 1] = position;
      count++;
      node = any;
    }
  }
}

/** Returns the position of the next slash, or the end of the path. */
export function endOfSegment(path: string, position: number): number {
  if (position === path.length) return position;
  const end = path.indexOf('/', position);
  return end < 0 ? path.length : end;
}

const PERCENT = 0x25;
/** For parameters up to this length, reading each character is faster than `indexOf`. */
const SHORT_PARAMETER = 6;

/** Follows a path while it has one branch only; see `PathTrie.followSinglePath`. */
export function followSinglePath<T extends TrieRoute>(
  trie: TrieLookup<T>,
  path: string,
): readonly T[] | 'forked' | undefined {
  const { spans } = trie;
  const { length } = path;
  let node = trie.root;
  let position = 0;
  let count = 0;
  for (;;) {
    const { kind } = node;
    if (position === length) {
      trie.isEndReached = true;
      trie.spanCount = count;
      return node.restRoutes === undefined && node.parameterChild === undefined ? node.endRoutes : 'forked';
    }
    if (kind !== 'parameter') {
      if (kind === 'end') return undefined;
      if (node.restRoutes !== undefined) return 'forked';
      const next = nextTextNode(trie, node, path, position);
      if (next !== undefined) {
        if (kind === 'several') return 'forked';
        node = next;
        position = trie.next;
        continue;
      }
      if (kind === 'text') return undefined;
    }
    spans[count * 2] = position;
    position = endOfPlainSegment(path, position);
    if (position < 0) return 'forked';
    spans[count * 2 + 1] = position;
    count++;
    node = node.parameterChild as typeof node;
  }
}

/** Returns the end of a segment, or -1 if the segment contains a percent sign. */
function endOfPlainSegment(path: string, position: number): number {
  const near = Math.min(path.length, position + SHORT_PARAMETER);
  for (let end = position; end < near; end++) {
    const code = path.charCodeAt(end);
    if (code === SLASH) return end;
    if (code === PERCENT) return -1;
  }
  if (near === path.length) return near;
  return path.includes('%', near) ? -1 : endOfSegment(path, near);
}
