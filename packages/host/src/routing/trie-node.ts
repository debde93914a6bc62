/** The kinds of children of a node: text, a parameter, both or `restRoutes`, or none. */
export type TrieNodeKind = 'text' | 'parameter' | 'several' | 'end';

/** Finds the node after a whole segment; implemented by `SegmentTable`. */
export interface SegmentLookup<T> {
  /** The end of the segment of the last lookup. */
  readonly end: number;
  /** Whether a segment that is not found cannot be in the trie. */
  readonly isComplete: boolean;
  find(path: string, start: number): TrieNode<T> | undefined;
}

/** A node of the path trie: a text or a parameter, the routes that end there, and its children. */
export class TrieNode<T> {
  /** The text between the parent and this node; empty after a parameter. */
  text: string;
  /** The length of `text`. If it is 1, comparing `code` is enough. */
  size: number;
  /** The code units of `text`, which are faster to compare than strings. */
  codes: Uint16Array | undefined;
  /** The first code unit of `text`; -1 after a parameter. */
  code: number;
  /** The next child of the parent in the same slot. */
  sibling: TrieNode<T> | undefined = undefined;
  /** Routes whose path ends here. */
  endRoutes: T[] | undefined = undefined;
  /** Routes with a parameter that begins here and may contain slashes. */
  restRoutes: T[] | undefined = undefined;
  /** The first text child. Most nodes have at most one. */
  onlyChild: TrieNode<T> | undefined = undefined;
  /** A hash table of the text children, if there are several. */
  childSlots: (TrieNode<T> | undefined)[] | undefined = undefined;
  /** The child after a parameter that extends to the end of the segment. */
  parameterChild: TrieNode<T> | undefined = undefined;
  /** The kinds of children, so that a lookup need not check each member. */
  kind: TrieNodeKind = 'several';
  /** Finds a whole segment at once, if the node has many text children. */
  segmentTable: SegmentLookup<T> | undefined = undefined;

  constructor(text: string) {
    this.text = text;
    this.size = text.length;
    this.codes = codesOf(text);
    this.code = text === '' ? -1 : text.charCodeAt(0);
  }

  /** Returns the text child that begins with a code unit. */
  childFor(code: number): TrieNode<T> | undefined {
    let next = this.childSlots === undefined ? this.onlyChild : this.childSlots[code & SLOT_MASK];
    while (next !== undefined && next.code !== code) next = next.sibling;
    return next;
  }

  /** Returns all text children. */
  children(): TrieNode<T>[] {
    const children: TrieNode<T>[] = [];
    for (const first of this.childSlots ?? [this.onlyChild]) {
      for (let next = first; next !== undefined; next = next.sibling) children.push(next);
    }
    return children;
  }

  addChild(node: TrieNode<T>): void {
    if (!this.onlyChild) {
      this.onlyChild = node;
      return;
    }
    if (!this.childSlots) {
      this.childSlots = new Array<TrieNode<T> | undefined>(SLOT_MASK + 1).fill(undefined);
      this.childSlots[this.onlyChild.code & SLOT_MASK] = this.onlyChild;
    }
    node.sibling = this.childSlots[node.code & SLOT_MASK];
    this.childSlots[node.code & SLOT_MASK] = node;
  }

  /** Keeps the first `length` characters and moves the rest, with all routes and children, to a new child. */
  split(length: number): void {
    const tail = new TrieNode<T>(this.text.slice(length));
    tail.endRoutes = this.endRoutes;
    tail.restRoutes = this.restRoutes;
    tail.onlyChild = this.onlyChild;
    tail.childSlots = this.childSlots;
    tail.parameterChild = this.parameterChild;
    this.endRoutes = undefined;
    this.restRoutes = undefined;
    this.onlyChild = tail;
    this.childSlots = undefined;
    this.parameterChild = undefined;
    this.text = this.text.slice(0, length);
    this.size = length;
    this.codes = codesOf(this.text);
  }
}

/** Letters have different slots; collisions with digits are chained. */
const SLOT_MASK = 31;

function codesOf(text: string): Uint16Array | undefined {
  if (text.length < 2) return undefined;
  const codes = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) codes[index] = text.charCodeAt(index);
  return codes;
}
