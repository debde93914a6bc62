import type { PathNode } from './path-node.ts';
import type { PathTrie } from './path-trie.ts';
import type { TrieRoute } from './trie-insertion.ts';

/** Texts of this length are faster compared as a whole. */
const longText = 6;

/** The way on by text, if its text is there; `trie.next` is then the place behind it. */
export function nextNode<T extends TrieRoute>(
  trie: PathTrie<T>,
  node: PathNode<T>,
  path: string,
  position: number,
): PathNode<T> | undefined {
  const { jump } = node;
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
  const next = node.nextBy(path.charCodeAt(position));
  if (next === undefined) return undefined;
  const { size } = next;
  const end = position + size;
  if (end > path.length) {
    trie.isEndReached = true;
    return undefined;
  }
  trie.next = end;
  if (size >= longText) return path.slice(position, end) === next.text ? next : undefined;
  const { codes } = next;
  if (codes !== undefined) {
    for (let index = 1; index < size; index++) {
      if (path.charCodeAt(position + index) !== codes[index]) return undefined;
    }
  }
  return next;
}
