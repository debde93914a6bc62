import { mayTake, type Pattern } from './pattern.ts';
import { SegmentJump } from './segment-jump.ts';

/** What the trie needs to place a route. */
export interface TrieRoute {
  readonly order: number;
  readonly pieces: readonly Pattern[];
  readonly optionalFrom: number;
}

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
export function prepareJumps<T>(root: PathNode<T>): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.slots !== undefined) node.jump = SegmentJump.from(node);
    if (node.any) waiting.push(node.any);
    for (const way of node.ways()) waiting.push(way);
  }
}

/** Letters fall on different slots; the few collisions with digits are chained. */
const slotMask = 31;

/** Adds a route below `root`; a route whose last parameters are optional has one form for each of them. */
export function insertRoute<T extends TrieRoute>(root: PathNode<T>, route: T): void {
  const { pieces } = route;
  for (let length = Math.min(route.optionalFrom, pieces.length); length <= pieces.length; length++) {
    insertForm(root, route, pieces.slice(0, length));
  }
  const [first] = pieces;
  // A path that begins with an optional parameter may end behind its first slash.
  if (first?.kind === 'sequence' && first.items.at(-1)?.kind === 'repeat') {
    for (let length = 1; length <= pieces.length; length++) {
      insertForm(root, route, [first.items[0] as Pattern, ...pieces.slice(1, length)]);
    }
  }
}

function insertForm<T extends TrieRoute>(root: PathNode<T>, route: T, pieces: readonly Pattern[]): void {
  let node = root;
  let isOpen = false;
  for (const item of pieces.flatMap((piece) => (piece.kind === 'sequence' ? piece.items : [piece]))) {
    if (item.kind === 'text') {
      // What stands behind a parameter in its segment is left to the matcher.
      const from = isOpen ? item.text.indexOf('/') : 0;
      if (from < 0) continue;
      node = insertText(node, item.text.slice(from));
      isOpen = false;
    } else {
      if (mayTake(item, 0x2f)) return push((node.rest ??= []), route);
      if (!isOpen) node = node.any ??= new PathNode<T>('');
      isOpen = true;
    }
  }
  push((node.ends ??= []), route);
}

function push<T>(list: T[], route: T): void {
  if (list.at(-1) !== route) list.push(route);
}

function insertText<T>(from: PathNode<T>, value: string): PathNode<T> {
  let node = from;
  for (let rest = value; rest !== '';) {
    let next = node.nextBy(rest.charCodeAt(0));
    if (!next) node.attach((next = new PathNode<T>(rest)));
    const common = commonLength(next.text, rest);
    if (common < next.text.length) next.split(common);
    rest = rest.slice(common);
    node = next;
  }
  return node;
}

function codesOf(text: string): Uint16Array | undefined {
  if (text.length < 2) return undefined;
  const codes = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) codes[index] = text.charCodeAt(index);
  return codes;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}
