import { visitCandidates, followSinglePath } from './trie-traversal.ts';
import { TrieNode, prepareNodes } from './trie-node.ts';
import { insertRoute } from './trie-insertion.ts';
import type { TrieRoute } from './trie-insertion.ts';

/** Is told of every list of routes worth trying, each in its own order, with the number of spans known by then. */
export interface CandidateVisitor<T> {
  addCandidates(list: readonly T[], spans: number): void;
}

/**
 * Finds the few routes that a path could match in time that does not grow with the table.
 *
 * Texts that routes share are stored and compared once. A parameter is a way over the rest of its segment; a route with
 * a parameter that may take a slash waits where that parameter begins. Nothing is decided here: the matcher of each
 * route found has the last word.
 */
export class PathTrie<T extends TrieRoute> {
  readonly root = new TrieNode<T>('');
  // What a lookup leaves behind, here because the walks over the tree are plain functions.
  /** Start and end of what the parameters took on the way to the list added last. */
  readonly spans: number[] = [];
  /** How many spans `follow` wrote. */
  spanCount = 0;
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
    prepareNodes(this.root);
  }

  /** Tells the finder of all lists. */
  collectCandidates(path: string, finder: CandidateVisitor<T>): void {
    this.isEndReached = false;
    visitCandidates(this, this.root, path, 0, 0, finder);
  }

  /**
   * Follows a path that has one way only and gives the routes at its end: `undefined` when there are none, `forked` when
   * somewhere two ways have to be tried or a parameter holds a percent sign. For paths without a slash at the end.
   */
  followSinglePath(path: string): readonly T[] | 'forked' | undefined {
    this.isEndReached = false;
    return followSinglePath(this, path);
  }
}
