import { endOfSegment } from './all-ways.ts';
import type { PathTrie } from './path-trie.ts';
import { nextNode } from './text-way.ts';
import type { TrieRoute } from './trie-insertion.ts';

const slashCode = 0x2f;
const percentCode = 0x25;
/** A parameter is mostly short, and then looking at its characters is faster than having them searched. */
const shortParameter = 6;

/** Follows a path as long as it has one way only; see `PathTrie.follow`. */
export function followOneWay<T extends TrieRoute>(
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
      trie.known = count;
      return node.rest === undefined && node.any === undefined ? node.ends : 'forked';
    }
    if (kind !== 'parameter') {
      if (kind === 'end') return undefined;
      if (node.rest !== undefined) return 'forked';
      const next = nextNode(trie, node, path, position);
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
    node = node.any as typeof node;
  }
}

/** The end of a segment, or -1 when it holds a percent sign. */
function endOfPlainSegment(path: string, position: number): number {
  const near = Math.min(path.length, position + shortParameter);
  for (let end = position; end < near; end++) {
    const code = path.charCodeAt(end);
    if (code === slashCode) return end;
    if (code === percentCode) return -1;
  }
  if (near === path.length) return near;
  return path.includes('%', near) ? -1 : endOfSegment(path, near);
}
