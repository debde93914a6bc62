import { SegmentTable } from './segment-table.ts';

/** Where a path can go on from a node: over text alone, over a parameter alone, over more than that, or nowhere. */
export type TrieNodeKind = 'text' | 'parameter' | 'several' | 'end';

/** A place in a path, reached over one text; the routes that end or wait there, and the ways on. */
export class TrieNode<T> {
  /** The text between the node before and this one; empty behind a parameter. */
  text: string;
  /** The length of the text, read on every way through: where it is 1, `code` has told everything. */
  size: number;
  /** The text as numbers, which are compared faster. */
  codes: Uint16Array | undefined;
  /** Its first character, by which a node finds the next. */
  code: number;
  /** Another way on from the node before that shares its slot with this one. */
  sibling: TrieNode<T> | undefined = undefined;
  /** Routes that end here. */
  endRoutes: T[] | undefined = undefined;
  /** Routes that go on from here over any number of segments. */
  restRoutes: T[] | undefined = undefined;
  /** The only way on by text: most nodes have one or none. */
  onlyChild: TrieNode<T> | undefined = undefined;
  /** All ways on by text, where there are several. */
  childSlots: (TrieNode<T> | undefined)[] | undefined = undefined;
  /** The way over a parameter to the end of the segment. */
  parameterChild: TrieNode<T> | undefined = undefined;
  /** Which ways there are, so that a lookup need not look at each. */
  kind: TrieNodeKind = 'several';
  /** A way over a whole segment, where very many texts part. */
  segmentTable: SegmentTable<T> | undefined = undefined;

  constructor(text: string) {
    this.text = text;
    this.size = text.length;
    this.codes = codesOf(text);
    this.code = text === '' ? -1 : text.charCodeAt(0);
  }

  /** The node on the way of a text that begins with this character. */
  childFor(code: number): TrieNode<T> | undefined {
    let next = this.childSlots === undefined ? this.onlyChild : this.childSlots[code & slotMask];
    while (next !== undefined && next.code !== code) next = next.sibling;
    return next;
  }

  /** All ways on by text. */
  children(): TrieNode<T>[] {
    const ways: TrieNode<T>[] = [];
    for (const first of this.childSlots ?? [this.onlyChild]) {
      for (let next = first; next !== undefined; next = next.sibling) ways.push(next);
    }
    return ways;
  }

  addChild(node: TrieNode<T>): void {
    if (!this.onlyChild) {
      this.onlyChild = node;
      return;
    }
    if (!this.childSlots) {
      this.childSlots = new Array<TrieNode<T> | undefined>(slotMask + 1).fill(undefined);
      this.childSlots[this.onlyChild.code & slotMask] = this.onlyChild;
    }
    node.sibling = this.childSlots[node.code & slotMask];
    this.childSlots[node.code & slotMask] = node;
  }

  /** Makes the last characters of this node's text a node of their own, which takes over all that was here. */
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

/** Prepares a complete tree for being searched; nothing may be inserted afterwards. */
export function prepareNodes<T>(root: TrieNode<T>): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.childSlots !== undefined) node.segmentTable = SegmentTable.from(node);
    node.kind = kindOf(node);
    if (node.parameterChild) waiting.push(node.parameterChild);
    for (const way of node.children()) waiting.push(way);
  }
}

function kindOf({ restRoutes: rest, parameterChild: any, onlyChild: only }: TrieNode<unknown>): TrieNodeKind {
  if (rest || (any && only)) return 'several';
  if (any) return 'parameter';
  return only ? 'text' : 'end';
}

/** Letters fall on different slots; the few collisions with digits are chained. */
const slotMask = 31;

function codesOf(text: string): Uint16Array | undefined {
  if (text.length < 2) return undefined;
  const codes = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) codes[index] = text.charCodeAt(index);
  return codes;
}
