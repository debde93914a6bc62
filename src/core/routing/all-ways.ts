import type { PathNode } from './path-node.ts';
import type { Finder, PathTrie } from './path-trie.ts';
import { nextNode } from './text-way.ts';
import type { TrieRoute } from './trie-insertion.ts';

const slashCode = 0x2f;

/** Follows every way of a path, and tells the finder of every list of routes on them. */
export function followAllWays<T extends TrieRoute>(
  trie: PathTrie<T>,
  from: PathNode<T>,
  path: string,
  at: number,
  known: number,
  finder: Finder<T>,
): void {
  const { length } = path;
  let node = from;
  let position = at;
  let count = known;
  // Most paths have one way through the trie; only where there are two does one of them cost a call.
  for (;;) {
    if (node.rest !== undefined) finder.add(node.rest, count);
    const left = length - position;
    if (left <= 1 && node.ends !== undefined && (left === 0 || path.charCodeAt(position) === slashCode)) {
      finder.add(node.ends, count);
    }
    let next: PathNode<T> | undefined;
    if (left === 0) trie.isEndReached = true;
    else next = nextNode(trie, node, path, position);
    const { any } = node;
    if (any === undefined) {
      if (next === undefined) return;
      node = next;
      position = trie.next;
    } else {
      if (next !== undefined) followAllWays(trie, next, path, trie.next, count, finder);
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
