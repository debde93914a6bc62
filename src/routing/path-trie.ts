import { insertRoute, PathNode, type TrieRoute } from './path-node.ts';

/** Is told of every list of routes worth trying, each in its own order, with the number of spans known by then. */
export interface Finder<T> {
  add(list: readonly T[], spans: number): void;
}

/**
 * Finds the few routes that a path could match in time that does not grow with the table.
 *
 * Texts that routes share are stored and compared once. A parameter is a way over the rest of its segment; a route with
 * a parameter that may take a slash waits where that parameter begins. Nothing is decided here: the matcher of each
 * route found has the last word.
 */
export class PathTrie<T extends TrieRoute> {
  readonly #root = new PathNode<T>('');
  /** Start and end of what the parameters took on the way to the list added last. */
  readonly spans: number[] = [];
  /** Did the last lookup come so far that one more slash could have changed it? */
  isEndReached = false;

  /** Adds a route; call it in the order in which the routes are to be tried. */
  insert(route: T): void {
    insertRoute(this.#root, route);
    // So that a lookup never has to make room: it goes over at most one parameter for each piece.
    while (this.spans.length < route.pieces.length * 2) this.spans.push(0);
  }

  collect(path: string, finder: Finder<T>): void {
    this.isEndReached = false;
    visit(this, this.#root, path, 0, 0, finder);
  }
}

function visit<T extends TrieRoute>(
  trie: PathTrie<T>,
  from: PathNode<T>,
  path: string,
  at: number,
  known: number,
  finder: Finder<T>,
): void {
  const slash = 0x2f; // Here and not outside, where every use would ask whether it has been set yet.
  const { length } = path;
  let node = from;
  let position = at;
  let count = known;
  // Most paths have one way through the trie; only where there are two does one of them cost a call.
  for (;;) {
    if (node.rest !== undefined) finder.add(node.rest, count);
    const left = length - position;
    if (left <= 1 && node.ends !== undefined && (left === 0 || path.charCodeAt(position) === slash)) {
      finder.add(node.ends, count);
    }
    let next: PathNode<T> | undefined;
    if (left === 0) trie.isEndReached = true;
    else next = nextNode(trie, node, path, position);
    const { any } = node;
    if (any === undefined) {
      if (next === undefined) return;
      node = next;
      position += next.size;
    } else {
      if (next !== undefined) visit(trie, next, path, position + next.size, count, finder);
      const end = path.indexOf('/', position);
      const { spans } = trie;
      spans[count * 2] = position;
      position = end < 0 ? length : end;
      spans[count * 2 + 1] = position;
      count++;
      node = any;
    }
  }
}

/** The way on by text, if its text is there. */
function nextNode<T extends TrieRoute>(
  trie: PathTrie<T>,
  node: PathNode<T>,
  path: string,
  position: number,
): PathNode<T> | undefined {
  const next = node.nextBy(path.charCodeAt(position));
  if (next === undefined) return undefined;
  const { size } = next;
  if (position + size > path.length) {
    trie.isEndReached = true;
    return undefined;
  }
  const { codes } = next;
  if (codes !== undefined) {
    for (let index = 1; index < size; index++) {
      if (path.charCodeAt(position + index) !== codes[index]) return undefined;
    }
  }
  return next;
}
