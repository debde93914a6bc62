import { SegmentTable } from './segment-table.ts';
import { insertRoute } from './trie-insertion.ts';
import type { TrieRoute } from './trie-insertion.ts';
import { TrieNode } from './trie-node.ts';
import type { TrieNodeKind } from './trie-node.ts';
import { followSinglePath, visitCandidates } from './trie-traversal.ts';
import type { CandidateVisitor, TrieLookup } from './trie-traversal.ts';

/**
 * Finds the candidate routes for a path, in time that does not depend on the number of routes.
 *
 * Common prefixes are stored and compared once. A parameter consumes the rest of its segment; a route whose parameter may
 * contain slashes is a candidate from where that parameter begins. The matcher of each candidate decides whether it matches.
 */
export class PathTrie<T extends TrieRoute> implements TrieLookup<T> {
  readonly root = new TrieNode<T>('');
  readonly spans: number[] = [];
  spanCount = 0;
  isEndReached = false;
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

function prepareNodes<T>(root: TrieNode<T>): void {
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.childSlots !== undefined) node.segmentTable = SegmentTable.from(node);
    node.kind = kindOf(node);
    if (node.parameterChild) pending.push(node.parameterChild);
    pending.push(...node.children());
  }
}

function kindOf({ restRoutes: rest, parameterChild: any, onlyChild: only }: TrieNode<unknown>): TrieNodeKind {
  if (rest || (any && only)) return 'several';
  if (any) return 'parameter';
  return only ? 'text' : 'end';
}
