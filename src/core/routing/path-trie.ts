import { visitCandidates, followSinglePath } from './trie-traversal.ts';
import { TrieNode, prepareNodes } from './trie-node.ts';
import { insertRoute } from './trie-insertion.ts';
import type { TrieRoute } from './trie-insertion.ts';

/** Receives each list of candidate routes, ordered by priority, and the number of parameter spans found so far. */
export interface CandidateVisitor<T> {
  addCandidates(list: readonly T[], spans: number): void;
}

/**
 * Finds the candidate routes for a path, in time that does not depend on the number of routes.
 *
 * Common prefixes are stored and compared once. A parameter consumes the rest of its segment; a route whose parameter may
 * contain slashes is a candidate from where that parameter begins. The matcher of each candidate decides whether it matches.
 */
export class PathTrie<T extends TrieRoute> {
  readonly root = new TrieNode<T>('');
  // The results of a lookup, written by the functions of trie-traversal.ts.
  /** Start and end of each parameter on the branch of the last list. */
  readonly spans: number[] = [];
  /** The number of spans that `followSinglePath` wrote. */
  spanCount = 0;
  /** Whether the last lookup reached the end of the path, so that a trailing slash could change its result. */
  isEndReached = false;
  /** The end of the text that `nextTextNode` matched. */
  next = 0;

  /** Adds a route. Routes must be added in the order in which they are tried. */
  insert(route: T): void {
    insertRoute(this.root, route);
    // A branch has at most one parameter per piece, so lookups never grow the array.
    while (this.spans.length < route.pieces.length * 2) this.spans.push(0);
  }

  /** Prepares lookups after the last route was added. */
  prepare(): void {
    prepareNodes(this.root);
  }

  /** Passes all lists of candidates to the visitor. */
  collectCandidates(path: string, visitor: CandidateVisitor<T>): void {
    this.isEndReached = false;
    visitCandidates(this, this.root, path, 0, 0, visitor);
  }

  /**
   * Returns the routes at the end of a path that has a single branch: undefined if there are none, `forked` if the path has
   * several branches or a parameter contains a percent sign. The path must not end with a slash.
   */
  followSinglePath(path: string): readonly T[] | 'forked' | undefined {
    this.isEndReached = false;
    return followSinglePath(this, path);
  }
}
