import { SegmentJump } from './segment-jump.ts';

/** Where a path can go on from a node: over text alone, over a parameter alone, over more than that, or nowhere. */
export type NodeKind = 'text' | 'parameter' | 'several' | 'end';

/** A place in a path, reached over one text; the routes that end or wait there, and the ways on. */
export class PathNode<T> {
  /** The text between the node before and this one; empty behind a parameter. */
  text: string;
  /** The length of the text, read on every way through: where it is 1, `code` has told everything. */
  size: number;
  /** The text as numbers, which are compared faster. */
  codes: Uint16Array | undefined;
  /** Its first character, by which a node finds the next. */
  code: number;
  /** Another way on from the node before that shares its slot with this one. */
  sibling: PathNode<T> | undefined = undefined;
  /** Routes that end here. */
  ends: T[] | undefined = undefined;
  /** Routes that go on from here over any number of segments. */
  rest: T[] | undefined = undefined;
  /** The only way on by text: most nodes have one or none. */
  only: PathNode<T> | undefined = undefined;
  /** All ways on by text, where there are several. */
  slots: (PathNode<T> | undefined)[] | undefined = undefined;
  /** The way over a parameter to the end of the segment. */
  any: PathNode<T> | undefined = undefined;
  /** Which ways there are, so that a lookup need not look at each. */
  kind: NodeKind = 'several';
  /** A way over a whole segment, where very many texts part. */
  jump: SegmentJump<T> | undefined = undefined;

  constructor(text: string) {
    this.text = text;
    this.size = text.length;
    this.codes = codesOf(text);
    this.code = text === '' ? -1 : text.charCodeAt(0);
  }

  /** The node on the way of a text that begins with this character. */
  nextBy(code: number): PathNode<T> | undefined {
    let next = this.slots === undefined ? this.only : this.slots[code & slotMask];
    while (next !== undefined && next.code !== code) next = next.sibling;
    return next;
  }

  /** All ways on by text. */
  ways(): PathNode<T>[] {
    const ways: PathNode<T>[] = [];
    for (const first of this.slots ?? [this.only]) {
      for (let next = first; next !== undefined; next = next.sibling) ways.push(next);
    }
    return ways;
  }

  attach(node: PathNode<T>): void {
    if (!this.only) {
      this.only = node;
      return;
    }
    if (!this.slots) {
      this.slots = new Array<PathNode<T> | undefined>(slotMask + 1).fill(undefined);
      this.slots[this.only.code & slotMask] = this.only;
    }
    node.sibling = this.slots[node.code & slotMask];
    this.slots[node.code & slotMask] = node;
  }

  /** Makes the last characters of this node's text a node of their own, which takes over all that was here. */
  split(length: number): void {
    const { text, ends, rest, only, slots, any } = this;
    const tail = new PathNode<T>(text.slice(length));
    Object.assign(tail, { ends, rest, only, slots, any });
    Object.assign(this, { ends: undefined, rest: undefined, only: tail, slots: undefined, any: undefined });
    this.text = text.slice(0, length);
    this.size = length;
    this.codes = codesOf(this.text);
  }
}

/** Prepares a complete tree for being searched; nothing may be inserted afterwards. */
export function prepareNodes<T>(root: PathNode<T>): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.slots !== undefined) node.jump = SegmentJump.from(node);
    node.kind = kindOf(node);
    if (node.any) waiting.push(node.any);
    for (const way of node.ways()) waiting.push(way);
  }
}

function kindOf({ rest, any, only }: PathNode<unknown>): NodeKind {
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
