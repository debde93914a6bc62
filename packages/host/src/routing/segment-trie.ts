import type { RouteEntry } from './route-entry.ts';

/**
 * Finds the routes that a path can match, in the order in which they are tried. The segments of a path are looked up one by one; a route
 * whose parameter can contain slashes is a candidate from where that parameter begins. The pattern of each candidate decides.
 */
export class SegmentTrie {
  readonly #root = new TrieNode();

  /**
   * Adds a route.
   *
   * @param shapes its possible paths, with `SEGMENT` and `REST` instead of parameters
   */
  insert(route: RouteEntry, shapes: readonly string[]): void {
    for (const shape of shapes) {
      let node = this.#root;
      const segments = (shape.endsWith('/') ? shape.slice(0, -1) : shape).split('/');
      const rest = segments.findIndex((segment) => segment.includes(REST));
      for (const segment of segments.slice(0, rest < 0 ? undefined : rest)) node = node.getChild(segment);
      const list = rest < 0 ? node.ends : node.rests;
      if (list.at(-1) !== route) list.push(route);
    }
  }

  /** Returns the candidates for a decoded path. */
  find(path: string): readonly RouteEntry[] {
    const lists: (readonly RouteEntry[])[] = [];
    collect(this.#root, path, 0, lists);
    return lists.length === 1 ? lists[0]! : lists.length === 0 ? NONE : mergeRoutes(lists);
  }
}

const NONE: readonly never[] = Object.freeze([]);

/** Replaces a parameter without slashes in the shape of a path. */
export const SEGMENT = '\0';
/** Replaces a parameter that can contain slashes. */
export const REST = '\u0001';

/** Merges lists of routes in the order in which they are tried, without duplicates. */
export function mergeRoutes(lists: readonly (readonly RouteEntry[])[]): readonly RouteEntry[] {
  const merged = lists.flat().sort((one, other) => one.order - other.order);
  return merged.filter((route, index) => route !== merged[index - 1]);
}

class TrieNode {
  /** Routes whose path ends here. */
  readonly ends: RouteEntry[] = [];
  /** Routes with a parameter that begins in the next segment and can contain slashes. */
  readonly rests: RouteEntry[] = [];
  readonly texts = new Map<string, TrieNode>();
  /** By the text before the first dot, segments with a parameter after it, such as `books.{format}`. */
  readonly names = new Map<string, TrieNode>();
  parameter: TrieNode | undefined = undefined;

  getChild(segment: string): TrieNode {
    const parameter = segment.indexOf(SEGMENT);
    if (parameter < 0) return getOrCreate(this.texts, segment);
    const dot = segment.lastIndexOf('.', parameter);
    if (dot >= 0) return getOrCreate(this.names, segment.slice(0, segment.indexOf('.')));
    return (this.parameter ??= new TrieNode());
  }
}

function getOrCreate(nodes: Map<string, TrieNode>, key: string): TrieNode {
  let node = nodes.get(key);
  if (node === undefined) nodes.set(key, (node = new TrieNode()));
  return node;
}

/** @param start the position after the slash of the next segment; more than the length of the path at its end */
function collect(node: TrieNode, path: string, start: number, lists: (readonly RouteEntry[])[]): void {
  if (node.rests.length > 0 && start <= path.length) lists.push(node.rests);
  // A single slash at the end is optional.
  if (node.ends.length > 0 && start >= path.length) lists.push(node.ends);
  if (start > path.length) return;
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  const child = node.texts.size === 0 ? undefined : node.texts.get(path.slice(start, end));
  if (child !== undefined) collect(child, path, end + 1, lists);
  const dot = node.names.size === 0 ? -1 : path.indexOf('.', start);
  const named = dot >= 0 && dot < end ? node.names.get(path.slice(start, dot)) : undefined;
  if (named !== undefined) collect(named, path, end + 1, lists);
  if (node.parameter !== undefined) collect(node.parameter, path, end + 1, lists);
}
