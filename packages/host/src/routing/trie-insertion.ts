import { TrieNode } from './trie-node.ts';
import { canContain } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';

/** What the trie reads of a route. */
export interface TrieRoute {
  readonly order: number;
  readonly pieces: readonly Pattern[];
  readonly optionalFrom: number;
}

/** Adds a route below `root`, once for each number of optional parameters that are present. */
export function insertRoute<T extends TrieRoute>(root: TrieNode<T>, route: T): void {
  const { pieces } = route;
  for (let length = Math.min(route.optionalFrom, pieces.length); length <= pieces.length; length++) {
    insertPieces(root, route, pieces.slice(0, length));
  }
  const [first] = pieces;
  // A path that begins with an optional parameter may end after its first slash.
  if (first?.kind === 'sequence' && first.items.at(-1)?.kind === 'repeat') {
    for (let length = 1; length <= pieces.length; length++) {
      insertPieces(root, route, [first.items[0] as Pattern, ...pieces.slice(1, length)]);
    }
  }
}

function insertPieces<T extends TrieRoute>(root: TrieNode<T>, route: T, pieces: readonly Pattern[]): void {
  let node = root;
  let isOpen = false;
  for (const item of pieces.flatMap((piece) => (piece.kind === 'sequence' ? piece.items : [piece]))) {
    if (item.kind === 'text') {
      // The matcher checks text that follows a parameter in the same segment.
      const from = isOpen ? item.text.indexOf('/') : 0;
      if (from < 0) continue;
      node = insertText(node, item.text.slice(from));
      isOpen = false;
    } else {
      if (canContain(item, 0x2f)) return push((node.restRoutes ??= []), route);
      if (!isOpen) node = node.parameterChild ??= new TrieNode<T>('');
      isOpen = true;
    }
  }
  push((node.endRoutes ??= []), route);
}

function push<T>(list: T[], route: T): void {
  if (list.at(-1) !== route) list.push(route);
}

function insertText<T>(from: TrieNode<T>, value: string): TrieNode<T> {
  let node = from;
  for (let rest = value; rest !== '';) {
    let next = node.childFor(rest.charCodeAt(0));
    if (!next) node.addChild((next = new TrieNode<T>(rest)));
    const common = commonLength(next.text, rest);
    if (common < next.text.length) next.split(common);
    rest = rest.slice(common);
    node = next;
  }
  return node;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}
