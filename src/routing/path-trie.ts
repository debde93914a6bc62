import { insertRoute, PathNode, prepareJumps, type TrieRoute } from './path-node.ts';

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
  readonly root = new PathNode<T>('');
  /** Start and end of what the parameters took on the way to the list added last. */
  readonly spans: number[] = [];
  /** How many spans `follow` wrote. */
  known = 0;
  /** Did the last lookup come so far that one more slash could have changed it? */
  isEndReached = false;
  /** Where the way led on that `nextNode` gave last. */
  next = 0;

  /** Adds a route; call it in the order in which the routes are to be tried. */
  insert(route: T): void {
    insertRoute(this.root, route);
    // So that a lookup never has to make room: it goes over at most one parameter for each piece.
    while (this.spans.length < route.pieces.length * 2) this.spans.push(0);
  }

  /** Makes lookups quick, once all routes are there. */
  prepare(): void {
    prepareJumps(this.root);
  }

  /** Tells the finder of all lists. */
  collect(path: string, finder: Finder<T>): void {
    this.isEndReached = false;
    visit(this, this.root, path, 0, 0, finder);
  }

  /**
   * Follows a path that has one way only and gives the routes at its end: `undefined` when there are none, `forked` when
   * somewhere two ways have to be tried or a parameter holds a percent sign. For paths without a slash at the end.
   */
  follow(path: string): readonly T[] | 'forked' | undefined {
    this.isEndReached = false;
    return follow(this, path);
  }
}

const slashCode = 0x2f;
/** A parameter is mostly short, and then looking at its characters is faster than having them searched. */
const shortParameter = 6;
/** Texts of this length are faster compared as a whole. */
const longText = 6;

function follow<T extends TrieRoute>(trie: PathTrie<T>, path: string): readonly T[] | 'forked' | undefined {
  const { spans } = trie;
  const { length } = path;
  let node = trie.root;
  let position = 0;
  let count = 0;
  for (;;) {
    const { any } = node;
    if (node.rest !== undefined) return 'forked';
    if (position === length) {
      trie.isEndReached = true;
      trie.known = count;
      return any === undefined ? node.ends : 'forked';
    }
    const next = nextNode(trie, node, path, position);
    if (next !== undefined) {
      if (any !== undefined) return 'forked';
      node = next;
      position = trie.next;
    } else {
      if (any === undefined) return undefined;
      spans[count * 2] = position;
      position = endOfPlainSegment(path, position);
      if (position < 0) return 'forked';
      spans[count * 2 + 1] = position;
      count++;
      node = any;
    }
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
      if (next !== undefined) visit(trie, next, path, trie.next, count, finder);
      const { spans } = trie;
      spans[count * 2] = position;
      position = endOfSegment(path, position);
      spans[count * 2 + 1] = position;
      count++;
      node = any;
    }
  }
}

/** The way on by text, if its text is there; `trie.next` is then the place behind it. */
function nextNode<T extends TrieRoute>(
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

/** The end of a segment, or -1 when it holds a percent sign. */
function endOfPlainSegment(path: string, position: number): number {
  const near = Math.min(path.length, position + shortParameter);
  for (let end = position; end < near; end++) {
    const code = path.charCodeAt(end);
    if (code === slashCode) return end;
    if (code === 0x25) return -1;
  }
  if (near === path.length) return near;
  return path.includes('%', near) ? -1 : endOfSegment(path, near);
}

function endOfSegment(path: string, position: number): number {
  if (position === path.length) return position;
  const end = path.indexOf('/', position);
  return end < 0 ? path.length : end;
}
