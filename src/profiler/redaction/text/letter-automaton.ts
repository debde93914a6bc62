/**
 * Creates an Aho-Corasick automaton over letter classes. The index of the table is a state plus the class of a character. An
 * entry is the next state and, in its lowest bits, the kinds of the keys that end there.
 *
 * @param keys lower-case texts with their kinds, which are single bits
 */
export function createAutomaton(keys: readonly (readonly [key: string, what: number])[]): Uint16Array {
  const edges: Map<number, number>[] = [new Map()];
  const what = [0];
  for (const [key, kind] of keys) {
    let state = 0;
    for (const sign of key.slice(0, MAX_KEY_LENGTH)) {
      const by = CLASSES[sign.charCodeAt(0)] ?? 0;
      let to = edges[state]!.get(by);
      if (to === undefined) {
        edges[state]!.set(by, (to = edges.length));
        edges.push(new Map());
        what.push(0);
      }
      state = to;
    }
    what[state]! |= kind;
  }
  const next = new Uint16Array(edges.length << SHIFT);
  const fallback = new Array<number>(edges.length).fill(0);
  const queue = [0];
  for (const state of queue) {
    for (let by = 0; by < 1 << SHIFT; by++) {
      const to = edges[state]!.get(by);
      const otherwise = state === 0 ? 0 : next[(fallback[state]! << SHIFT) + by]! >> SHIFT;
      next[(state << SHIFT) + by] = (to ?? otherwise) << SHIFT;
      if (to === undefined) continue;
      fallback[to] = otherwise;
      what[to]! |= what[otherwise]!;
      queue.push(to);
    }
  }
  return next.map((state) => state | what[state >> SHIFT]!);
}

const MAX_KEY_LENGTH = 16;

const SHIFT = 6;
/** The bits of the kinds. */
export const FOUND = (1 << SHIFT) - 1;
/** The bits of the state. */
export const STATE = 0xffff ^ FOUND;

/** The class of each ASCII character: 0 for characters of no key, one for each letter in either case, one for all digits. */
export const CLASSES = new Uint8Array(128);
for (let i = 0; i < 26; i++) CLASSES[97 + i] = CLASSES[65 + i] = i + 1;
for (let i = 0; i < 10; i++) CLASSES[48 + i] = 27;
for (const [i, sign] of [...' _-.:/'].entries()) CLASSES[sign.charCodeAt(0)] = 28 + i;
CLASSES[9] = CLASSES[32]!;
