import type { CandidateVisitor, PathTrie } from './path-trie.ts';
import type { TrieRoute } from './trie-insertion.ts';
import type { TrieNode } from './trie-node.ts';

/** Texts of this length are faster compared as a whole. */
const LONG_TEXT = 6;

/** The way on by text, if its text is there; `trie.next` is then the place behind it. */
export function nextTextNode<T extends TrieRoute>(
  trie: PathTrie<T>,
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

/** Follows every way of a path, and tells the finder of every list of routes on them. */
export function visitCandidates<T extends TrieRoute>(
  trie: PathTrie<T>,
  from: TrieNode<T>,
  path: string,
  at: number,
  known: number,
  finder: CandidateVisitor<T>,
): void {
  const { length } = path;
  let node = from;
  let position = at;
  let count = known;
  // Most paths have one way through the trie; only where there are two does one of them cost a call.
  for (;;) {
    if (node.restRoutes !== undefined) finder.addCandidates(node.restRoutes, count);
    const left = length - position;
    if (left <= 1 && node.endRoutes !== undefined && (left === 0 || path.charCodeAt(position) === SLASH)) {
      finder.addCandidates(node.endRoutes, count);
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
      if (next !== undefined) visitCandidates(trie, next, path, trie.next, count, finder);
      const { spans } = trie;
      spans[count * 2] = position;
      position = endOfSegment(path, position);
      spans[count * 2 + 1] = position;
      count++;
      node = any;
    }
  }
}

/** The place of the next slash, or the end of the path. */
export function endOfSegment(path: string, position: number): number {
  if (position === path.length) return position;
  const end = path.indexOf('/', position);
  return end < 0 ? path.length : end;
}

const PERCENT = 0x25;
/** A parameter is mostly short, and then looking at its characters is faster than having them searched. */
const SHORT_PARAMETER = 6;

/** Follows a path as long as it has one way only; see `PathTrie.follow`. */
export function followSinglePath<T extends TrieRoute>(
  trie: PathTrie<T>,
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

/** The end of a segment, or -1 when it holds a percent sign. */
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
